import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { PresentFaces } from '#web/presence/PresentFaces.tsx'
import { TogetherButton } from '#web/together/TogetherButton.tsx'
import type { TogetherPlace } from '#web/together/together.ts'
import { useTogether } from '#web/together/use-together.ts'
import type { ProjectDetails, TrackVersion } from '../../tracks.contract.ts'
import { livePersonOf } from '../people-names.ts'
import { projectDetailsQuery } from '../tracks.client.ts'
import { heardOf } from '../versions/version-sound.ts'

interface CompanyPlace {
  readonly trackId: string
  readonly title: string
  readonly version: TrackVersion | undefined
  readonly onVersion: (versionId: string) => void
}

/** Who else is on a track's page, and the listening session there: the page follows the version of the session. */
export function useCompany(project: ProjectDetails, { trackId, title, version, onVersion }: CompanyPlace): ReactNode {
  const place = useTogetherPlace(project.id, trackId, title)
  useSharedVersion(place, version?.id, onVersion)
  return (
    <>
      <PresentFaces projectId={project.id} trackId={trackId} look={(person) => livePersonOf(project.members, person)} />
      {version?.state === 'ready' && <TogetherButton place={place} versionId={version.id} />}
    </>
  )
}

/** How a session on this track finds its versions, also from other pages. */
function useTogetherPlace(projectId: string, trackId: string, trackTitle: string): TogetherPlace {
  const queries = useQueryClient()
  return useMemo(
    () => ({
      projectId,
      trackId,
      trackTitle,
      soundOf: (versionId) => {
        const project = queries.getQueryData(projectDetailsQuery(projectId).queryKey)
        const track = project?.tracks.find(({ id }) => id === trackId)
        return (
          project &&
          track &&
          heardOf(
            project,
            track,
            project.trackVersions.find(({ id }) => id === versionId && track.id === trackId),
          )
        )
      },
    }),
    [queries, projectId, trackId, trackTitle],
  )
}

/** Shows the version that the session plays. */
function useSharedVersion(
  { projectId, trackId }: TogetherPlace,
  shownId: string | undefined,
  onVersion: (versionId: string) => void,
): void {
  const { state } = useTogether()
  const isHere = state?.place.projectId === projectId && state.place.trackId === trackId && !state.inControl
  const sharedId = isHere ? state.session?.transport.versionId : undefined
  const follow = useEffectEvent(() => sharedId !== undefined && sharedId !== shownId && onVersion(sharedId))
  // Follow only when the session's version changes.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => void follow(), [sharedId])
}
