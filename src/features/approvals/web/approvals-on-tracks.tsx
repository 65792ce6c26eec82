import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { meQuery } from '#features/account/web/account.client.ts'
import type { Membership } from '#features/projects/projects.contract.ts'
import type { ProjectPageAddition, ProjectPagePlace } from '#features/projects/web/project-points.ts'
import { projectStrings } from '#features/projects/web/projects.strings.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { TrackListAddition, TrackPageAddition, TrackPagePlace } from '#features/tracks/web/track-points.ts'
import { text } from '#web/i18n/text.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import type { TrackReviews } from '../approvals.contract.ts'
import styles from './approvals-on-tracks.module.css'
import { projectApprovalsQuery } from './approvals.client.ts'
import { approvalStrings } from './approvals.strings.ts'
import { approvedWords, reviewIcons, reviewPerson } from './review-people.ts'

interface StandingFacesProps {
  readonly reviews: TrackReviews['reviews']
  readonly members: readonly Membership[]
  readonly myId: string
}

const most = 3

/** In a track's row: verdicts on its current version, and the number of approvals. */
function StandingFaces({ reviews, members, myId }: StandingFacesProps) {
  const counted = reviews.filter(({ state }) => state !== 'cancelled')
  if (counted.length === 0) return null
  const isMine = counted.some(({ reviewerId, state }) => reviewerId === myId && state === 'pending')
  const everybody = counted.map(({ name, state }) =>
    text(approvalStrings.person, { name, state: approvalStrings.states[state] }),
  )
  const shown = counted.length > most ? counted.slice(0, most - 1) : counted
  return (
    <span className={styles.standing} title={everybody.join('\n')}>
      <span className={styles.faces} aria-hidden>
        {shown.map((review) => (
          <span key={review.reviewerId} className={styles.face} data-state={review.state}>
            <Avatar person={reviewPerson(review, members)} size="small" decorative />
            {review.state !== 'pending' && (
              <span className={styles.mark}>
                <Icon of={reviewIcons[review.state]} size={12} />
              </span>
            )}
          </span>
        ))}
        {counted.length > shown.length && (
          <span className={styles.rest}>{text(approvalStrings.others, { count: counted.length - shown.length })}</span>
        )}
      </span>
      <span className={styles.words} data-mine={isMine}>
        {isMine ? approvalStrings.waitsForYou : approvedWords(counted)}
      </span>
      <VisuallyHidden>
        . {isMine && `${approvedWords(counted)}. `}
        {everybody.join(', ')}
      </VisuallyHidden>
    </span>
  )
}

interface AwaitedApprovals {
  readonly myId: string
  readonly standings: readonly TrackReviews[]
  /** Tracks that wait for the user's approval. */
  readonly awaitingMe: ReadonlySet<string>
}

const none: readonly TrackReviews[] = []

/** Verdicts on a project's tracks, and which of them wait for the user. */
function useAwaitedApprovals(projectId: string): AwaitedApprovals {
  const { data: me } = useQuery(meQuery)
  const { data: standings = none } = useQuery(projectApprovalsQuery(projectId))
  const myId = me?.id ?? ''
  const awaitingMe = new Set(
    standings
      .filter(({ reviews }) => reviews.some(({ reviewerId, state }) => reviewerId === myId && state === 'pending'))
      .map(({ trackId }) => trackId),
  )
  return { myId, standings, awaitingMe }
}

const ApprovalBar = lazyPart(() => import('./ApprovalBar.tsx'))

/** The approval state of each track in a list. */
export function useApprovalsInList(project: ProjectDetails): TrackListAddition {
  const { myId, standings, awaitingMe } = useAwaitedApprovals(project.id)
  return {
    besideStatus: ({ track }) => {
      const standing = standings.find(({ trackId }) => trackId === track.id)
      return standing && <StandingFaces reviews={standing.reviews} members={project.members} myId={myId} />
    },
    filter: {
      id: 'awaiting-me',
      icon: Hourglass,
      offer: text(approvalStrings.awaitingCount, { count: awaitingMe.size }),
      label: approvalStrings.awaitingMe,
      none: approvalStrings.noneAwaiting,
      trackIds: awaitingMe,
    },
  }
}

/** Verdicts on the version on the page, and the user's own. */
export function useApprovalsOnTrackPage({ project, listed, version, onHold }: TrackPagePlace): TrackPageAddition {
  const { data: me } = useQuery(meQuery)
  if (!listed || !version) return {}
  return {
    belowWave: (
      <ApprovalBar project={project} track={listed.track} version={version} myId={me?.id ?? ''} onHold={onHold} />
    ),
  }
}

/** In the line below a project's name: how many of its tracks wait for the user. */
export function useApprovalsOnProject({ project }: ProjectPagePlace): ProjectPageAddition {
  const { awaitingMe } = useAwaitedApprovals(project.id)
  return awaitingMe.size > 0 ? { fact: text(projectStrings.waitsForYou, { count: awaitingMe.size }) } : {}
}
