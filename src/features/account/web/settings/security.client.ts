import { queryOptions } from '@tanstack/react-query'
import { accountApi } from '../account-api.ts'
import { ownSessionsKey } from '../account.client.ts'
import { authList } from '../auth-call.ts'

/** Sign-in methods and sessions are never stored on disk. */
const meta = { private: true } as const

export const linkedAccountsQuery = queryOptions({
  queryKey: ['account', 'linked'],
  queryFn: ({ signal }) => authList('/list-accounts', signal),
  meta,
})

/** Most recently used first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ownSessionsKey,
  queryFn: async ({ signal }) =>
    (await authList('/list-sessions', signal)).toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)),
  meta,
})

export const farewellQuery = queryOptions({
  queryKey: ['account', 'farewell'],
  queryFn: ({ signal }) => accountApi('GET /api/users/me/farewell', { signal }),
  staleTime: 0,
  meta,
})
