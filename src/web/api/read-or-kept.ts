import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { tellsNothing } from './failed-request.ts'

/**
 * What the server says. While it is away or in trouble, what it said at the last visit: at once, for it is asked anew
 * as soon as it can be reached.
 */
export async function readOrKept<T, K extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T | undefined> {
  const isKept = queries.getQueryData<T>(query.queryKey) !== undefined
  try {
    return await queries.fetchQuery(isKept ? { ...query, retry: false } : query)
  } catch (error) {
    const kept = tellsNothing(error) ? queries.getQueryData<T>(query.queryKey) : undefined
    if (kept === undefined) throw error
    return kept
  }
}
