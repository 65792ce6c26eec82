import { dehydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query'
import type { Instant } from '#shared/units.ts'
import { tellsNothing } from './failed-request.ts'
import { cacheLifeMs } from './stale-times.ts'

/**
 * The query state that an earlier visit stored. Undefined if there is none, it is too old, or another build wrote it.
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
    // The version tag shows that this same build wrote it, so the cast is safe.
    return JSON.parse(clientState) as DehydratedState
  } catch {
    return undefined
  }
}

/** Writing a longer list after each change would block the page. */
const longestKept = 1000

/**
 * The cached answers worth storing. If a refetch failed, the older answer is stored without the error and read again at
 * the next visit.
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

/** A refusal by Roughmix invalidates the earlier answer; a missing answer does not. */
function mayBeKept({ state: { data, dataUpdatedAt, error }, meta }: Query, now: Instant): boolean {
  if (data === undefined || meta?.['private'] === true) return false
  if (error !== null && !tellsNothing(error)) return false
  if (Array.isArray(data) && data.length > longestKept) return false
  return now - dataUpdatedAt <= cacheLifeMs
}
