import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasStatus, mayPass } from './failed-request.ts'
import { cacheLifeMs, staleTimes } from './stale-times.ts'

const queryRetries = 2

/** Calls `onUnauthorized` when the server no longer accepts the session. */
export function createQueryClient(onUnauthorized: (client: QueryClient) => void): QueryClient {
  const onError = (error: unknown) => {
    if (hasStatus(error, 401)) onUnauthorized(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: staleTimes.default,
        gcTime: cacheLifeMs,
        retry: (failures, error) => failures < queryRetries && mayPass(error),
        // 'online' would wait forever without a network; the screen shows the failure instead.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
