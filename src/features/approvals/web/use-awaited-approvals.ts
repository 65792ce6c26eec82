import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#features/account/web/account.client.ts'
import type { TrackReviews } from '../approvals.contract.ts'
import { projectApprovalsQuery } from './approvals.client.ts'

interface AwaitedApprovals {
  readonly myId: string
  readonly standings: readonly TrackReviews[]
  /** Tracks that wait for one's own approval. */
  readonly awaitingMe: ReadonlySet<string>
}

const none: readonly TrackReviews[] = []

/** How people stand to a project’s tracks, and which of them wait for oneself. */
export function useAwaitedApprovals(projectId: string): AwaitedApprovals {
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
