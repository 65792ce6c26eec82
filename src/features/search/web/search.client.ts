import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { searchRoutes } from '../search.contract.ts'

const searchApi = client<typeof searchRoutes>()

/** What was found before stays until the next is there. Kept nowhere: everything may have changed the next time. */
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
