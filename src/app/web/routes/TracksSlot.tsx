import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '#features/account/web/account.queries.ts'
import { projectApprovalsQuery } from '#features/approvals/web/approvals.queries.ts'
import { StandingFaces } from '#features/approvals/web/StandingFaces.tsx'
import { TracksTab } from '#features/tracks/web/TracksTab.tsx'
import type { ProjectSlotProps } from './screen-slots.tsx'
import { trackTransfers } from './track-transfers.ts'

/** The tracks, and where each stands with those who are to approve it. */
export default function TracksSlot({ project }: ProjectSlotProps) {
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const { data: standings = [] } = useQuery(projectApprovalsQuery(project.id))
  const myId = me?.id ?? ''
  const awaitingMe = new Set(
    standings
      .filter(({ reviews }) => reviews.some(({ reviewerId, state }) => reviewerId === myId && state === 'pending'))
      .map(({ trackId }) => trackId),
  )
  return (
    <TracksTab
      project={project}
      {...trackTransfers(project)}
      awaitingMe={awaitingMe}
      onCompare={(versionIds, trackId) =>
        void navigate({ to: '/', search: { projectId: project.id, trackId, compare: versionIds.join(',') } })
      }
      standingOf={(trackId) => {
        const standing = standings.find((one) => one.trackId === trackId)
        return standing && <StandingFaces reviews={standing.reviews} members={project.members} myId={myId} />
      }}
    />
  )
}
