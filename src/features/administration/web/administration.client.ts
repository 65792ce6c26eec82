import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { administrationRoutes, JobFacts } from '#features/administration/administration.contract.ts'
import { client } from '#web/api/api-client.ts'

export const administrationApi = client<typeof administrationRoutes>()

export type ListedJobState = JobFacts['state']

/** Refetched while visible: the server changes without sending events. */
const refetchInterval = 5_000
const initialPageParam: string | undefined = undefined
const getNextPageParam = ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined

export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: ({ signal }) => administrationApi('GET /api/admin/health', { signal }),
  refetchInterval,
  meta: { private: true },
})

export const jobsKey = ['admin', 'jobs'] as const

export const jobsQuery = (state: ListedJobState | 'all') =>
  infiniteQueryOptions({
    queryKey: [...jobsKey, state],
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
      administrationApi('GET /api/admin/jobs', {
        query: { cursor: pageParam, ...(state !== 'all' && { state }) },
        signal,
      }),
    initialPageParam,
    getNextPageParam,
    refetchInterval,
    meta: { private: true },
  })

export const storageKey = ['admin', 'storage'] as const

export const storageSummaryQuery = queryOptions({
  queryKey: [...storageKey, 'summary'],
  queryFn: ({ signal }) => administrationApi('GET /api/admin/storage', { signal }),
  meta: { private: true },
})

export const projectUsesQuery = infiniteQueryOptions({
  queryKey: [...storageKey, 'projects'],
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
    administrationApi('GET /api/admin/storage/projects', { query: { cursor: pageParam }, signal }),
  initialPageParam,
  getNextPageParam,
  meta: { private: true },
})
