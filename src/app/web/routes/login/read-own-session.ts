import type { QueryClient } from '@tanstack/react-query'
import type { AuthSession } from '#features/account/web/sign-in/auth-answers.ts'
import { sessionQuery } from '#features/account/web/account.client.ts'
import { forgetQueries } from '#web/api/query-persistence.ts'
import { readOrKept } from '#web/api/read-or-kept.ts'

/** The session. If it belongs to another user than the stored data, deletes that data. */
export async function readOwnSession(
  queries: QueryClient,
  { anew }: { readonly anew: boolean },
): Promise<{ readonly session: AuthSession | null | undefined; readonly isAnother: boolean }> {
  const before = queries.getQueryData(sessionQuery.queryKey)
  const session = await readOrKept(queries, anew ? { ...sessionQuery, staleTime: 0 } : sessionQuery)
  const isAnother = Boolean(before && session && before.session.userId !== session.session.userId)
  if (isAnother) {
    await forgetQueries(queries)
    queries.setQueryData(sessionQuery.queryKey, session)
  }
  return { session, isAnother }
}
