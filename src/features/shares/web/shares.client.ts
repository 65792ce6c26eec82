import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { shareRoutes } from '../shares.contract.ts'

export const shareApi = client<typeof shareRoutes>()

/** What stands behind a link. Asked once a page: each time counts as an opening. */
export const doorQuery = (token: string) =>
  queryOptions({
    queryKey: ['share-door', token],
    queryFn: ({ signal }) => shareApi('POST /api/share/:token', { params: { token }, body: {}, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
