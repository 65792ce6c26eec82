import { queryOptions } from '@tanstack/react-query'
import type { transferRoutes } from '#features/transfers/transfers.contract.ts'
import { client } from '#web/api/api-client.ts'

const transferApi = client<typeof transferRoutes>()

/** Polled while the sheet is open: others upload too, and somebody may empty the trash. Never cached. */
export const uploadAllowanceQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['upload-room', projectId],
    queryFn: ({ signal }) =>
      transferApi('GET /api/projects/:projectId/uploads/room', { params: { projectId }, signal }),
    refetchInterval: 15_000,
    staleTime: 0,
    gcTime: 0,
    meta: { private: true },
  })
