import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { pushRoutes } from '../push.contract.ts'
import { pushKey } from './inbox.client.ts'

export const pushApi = client<typeof pushRoutes>()

/** Devices are never stored on disk. */
export const pushQuery = queryOptions({
  queryKey: pushKey,
  queryFn: ({ signal }) => pushApi('GET /api/push', { signal }),
  meta: { private: true },
})
