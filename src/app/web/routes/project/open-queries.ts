import type { QueryClient } from '@tanstack/react-query'
import { readSessionAgain, sessionQuery } from '#features/account/web/account.client.ts'
import { watchSessionChanges } from '#features/account/web/settings/session-changes.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { forgetQueries, keepQueries } from '#web/api/query-persistence.ts'
import { forgetLost } from '../frame/forget-lost.ts'

/** The cache of everything for signed-in people, with what the last visit kept. */
async function openQueries(): Promise<QueryClient> {
  // A refused request may mean that the session ended elsewhere; whoever shows the session follows.
  const queries = createQueryClient((client) => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }))
  await keepQueries(queries)
  forgetLost(queries)
  watchSessionChanges(async (change) => {
    if (change === 'facts') return readSessionAgain(queries)
    // What is still on the screen must not ask for what nobody may see any longer; a new page follows.
    if (change === 'nobody') queries.setDefaultOptions({ queries: { enabled: false } })
    // The page that follows reads the session anew: its gate finds nothing here.
    return forgetQueries(queries)
  })
  return queries
}

/** Opened on the first call; the same ever after. */
export const theQueries: () => Promise<QueryClient> = once(openQueries)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
