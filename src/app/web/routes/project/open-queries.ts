import type { QueryClient } from '@tanstack/react-query'
import { readSessionAgain, sessionQuery } from '#features/account/web/account.client.ts'
import { watchSessionChanges } from '#features/account/web/settings/session-changes.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { forgetQueries, keepQueries } from '#web/api/query-persistence.ts'
import { forgetLost } from '../frame/forget-lost.ts'

/** The query cache of signed-in pages, with the data that the last visit stored. */
async function openQueries(): Promise<QueryClient> {
  // A refused request may mean that the session ended elsewhere; components that show the session then update.
  const queries = createQueryClient((client) => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }))
  await keepQueries(queries)
  forgetLost(queries)
  watchSessionChanges(async (change) => {
    if (change === 'facts') return readSessionAgain(queries)
    // The current page must send no more requests without a session; a new page follows.
    if (change === 'nobody') queries.setDefaultOptions({ queries: { enabled: false } })
    // The next page fetches the session again, because its gate finds nothing in the cache.
    return forgetQueries(queries)
  })
  return queries
}

/** Opened on the first call; the same one afterwards. */
export const theQueries: () => Promise<QueryClient> = once(openQueries)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
