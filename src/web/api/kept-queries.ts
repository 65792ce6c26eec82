import { dehydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query'
import type { Instant } from '#shared/units.ts'
import { tellsNothing } from './failed-request.ts'
import { cacheLifeMs } from './stale-times.ts'

/**
 * The answers an earlier visit kept, or undefined where there are none, they are too old, or another build wrote them.
 */
export function keptState(kept: unknown, version: string, now: Instant): DehydratedState | undefined {
  if (typeof kept !== 'object' || kept === null || !('timestamp' in kept && 'buster' in kept && 'clientState' in kept))
    return undefined
  const { timestamp, buster, clientState } = kept
  if (
    buster !== version ||
    typeof timestamp !== 'number' ||
    typeof clientState !== 'string' ||
    now - timestamp > cacheLifeMs
  )
    return undefined
  try {
    // Written by this very build, which the version tag says.
    return JSON.parse(clientState) as DehydratedState
  } catch {
    return undefined
  }
}

/** Writing a longer list after each of its changes would hold the page up. */
const longestKept = 1000

/**
 * What is worth keeping of the answers there are. One that could not be read again is as good as it was; that it failed
 * is not kept, and it is read anew at the next visit.
 */
export function queriesToKeep(client: QueryClient, now: Instant): DehydratedState {
  const { mutations, queries } = dehydrate(client, {
    shouldDehydrateQuery: (query) => mayBeKept(query, now),
    shouldDehydrateMutation: () => false,
  })
  const kept = queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      status: 'success' as const,
      fetchStatus: 'idle' as const,
      error: null,
      fetchFailureCount: 0,
      fetchFailureReason: null,
    },
  }))
  return { mutations, queries: kept }
}

/** A refusal of Roughmix ends what it said before; no answer does not. */
function mayBeKept({ state: { data, dataUpdatedAt, error }, meta }: Query, now: Instant): boolean {
  if (data === undefined || meta?.['private'] === true) return false
  if (error !== null && !tellsNothing(error)) return false
  if (Array.isArray(data) && data.length > longestKept) return false
  return now - dataUpdatedAt <= cacheLifeMs
}
