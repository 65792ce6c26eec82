import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { shareRoutes } from '../shares.contract.ts'

export const shareApi = client<typeof shareRoutes>()

/** The content behind a link. Fetched once per page, because each request counts as a visit. */
export const doorQuery = (token: string) =>
  queryOptions({
    queryKey: ['share-door', token],
    queryFn: ({ signal }) => shareApi('POST /api/share/:token', { params: { token }, body: {}, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
