import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { tokenRoutes } from '../tokens.contract.ts'
import { tokensKey } from './tokens.live.ts'

export const tokenApi = client<typeof tokenRoutes>()

/** The time of last use changes without an event. */
export const tokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: async ({ signal }) => (await tokenApi('GET /api/users/me/tokens', { signal })).items,
  staleTime: 0,
  meta: { private: true },
})
