import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { tellsNothing } from './failed-request.ts'

/**
 * Reads from the server. If the server is unreachable or in trouble, returns the answer of the last visit at once; the
 * query is read again as soon as the server can be reached.
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
