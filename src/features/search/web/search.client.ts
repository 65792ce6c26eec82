import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { searchRoutes } from '../search.contract.ts'

const searchApi = client<typeof searchRoutes>()

/** Keeps the previous results until the next arrive. Not cached, because everything may have changed. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => searchApi('GET /api/search', { query: { q }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: 5000,
    retry: false,
    meta: { private: true },
  })
