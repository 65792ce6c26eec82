import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { hasStatus } from './failed-request.ts'

/** What the server says; without a line, what it said at the last visit: it is asked anew as soon as it can be reached. */
export async function readOrKept<T, K extends QueryKey>(queries: QueryClient, query: FetchQueryOptions<T, Error, T, K>): Promise<T | undefined> {
  try {
    return await queries.fetchQuery(query)
  } catch (error) {
    const kept = hasStatus(error, 0) ? queries.getQueryData<T>(query.queryKey) : undefined
    if (kept === undefined) throw error
    return kept
  }
}
