import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { meQuery, sessionQuery } from '#features/account/web/account.client.ts'
import type { AuthSession } from '#features/account/web/sign-in/auth-answers.ts'
import { readOwnSession } from './read-own-session.ts'

vi.mock('#web/api/query-persistence.ts', () => ({ forgetQueries: async (client: QueryClient) => client.clear() }))

const sessionOf = (userId: string): AuthSession => ({
  session: {
    id: `${userId}-session`,
    userId,
    createdAt: '2026-11-20T12:00:00Z',
    updatedAt: '2026-11-20T12:00:00Z',
    expiresAt: '2026-11-27T12:00:00Z',
    activeOrganizationId: null,
  },
  user: { id: userId } as AuthSession['user'],
})
const lead = (to: string) => vi.stubGlobal('fetch', async () => Response.json(sessionOf(to)))
afterEach(() => vi.unstubAllGlobals())

/** Olga's page of a minute ago. */
function kept(): QueryClient {
  const queries = new QueryClient()
  queries.setQueryData(sessionQuery.queryKey, sessionOf('olga'))
  queries.setQueryData(meQuery.queryKey, { id: 'olga' } as never)
  return queries
}

test('a kept session is taken as it is, unless somebody comes back from proving who they are', async () => {
  const queries = kept()
  lead('ed')
  expect((await readOwnSession(queries, { anew: false })).session?.session.userId).toBe('olga')
  expect((await readOwnSession(queries, { anew: true })).session?.session.userId).toBe('ed')
})

test('whoever comes back as another person finds nothing of the one before', async () => {
  const queries = kept()
  lead('ed')
  expect(await readOwnSession(queries, { anew: true })).toMatchObject({ isAnother: true })
  expect(queries.getQueryData(meQuery.queryKey)).toBeUndefined()
  expect(queries.getQueryData(sessionQuery.queryKey)?.session.userId).toBe('ed')
})

test('whoever comes back as themselves finds everything', async () => {
  const queries = kept()
  lead('olga')
  expect(await readOwnSession(queries, { anew: true })).toMatchObject({ isAnother: false })
  expect(queries.getQueryData(meQuery.queryKey)).toBeDefined()
})
