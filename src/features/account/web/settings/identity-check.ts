import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ServerFacts } from '#features/account/account.contract.ts'
import { Listeners } from '#shared/listeners.ts'
import { sessionQuery } from '../account.client.ts'
import { hasCode } from '../sign-in/auth-words.ts'

/**
 * The action for which the session was too old, so that it can resume after a redirect: `delete`, `email`,
 * `unlink-gitlab`.
 */
export type Purpose = 'delete' | 'email' | `unlink-${string}`

interface Question {
  readonly purpose: Purpose | undefined
  readonly settle: (proven: boolean) => void
}

/** The pending request to sign in again. */
let question: Question | null = null
const listeners = new Listeners()

/**
 * Runs work that needs a fresh session. If the session is too old, asks the user to sign in again and then runs it. If
 * the user declines, rejects with the refusal.
 */
export async function freshly<T>(purpose: Purpose | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!needsIdentity(error) || !(await askIdentity(purpose))) throw error
    return work()
  }
}

/**
 * Whether the user signed in recently, or has just done so again. The server counts a session in use as fresh; changing
 * the address and deleting the account need a recent sign-in.
 */
export async function isProven(
  queries: QueryClient,
  { account: { freshSessionSeconds } }: ServerFacts,
  purpose: Purpose,
): Promise<boolean> {
  const session = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
  const isRecent = session !== null && Date.now() - Date.parse(session.session.createdAt) < freshSessionSeconds * 1000
  return freshSessionSeconds === 0 || isRecent || askIdentity(purpose)
}

export function needsIdentity(error: unknown): boolean {
  return hasCode(error, 'SESSION_IS_NOT_FRESH', 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION')
}

/** True once the user has signed in again. Without a purpose, a redirect returns to the page itself. */
export function askIdentity(purpose?: Purpose): Promise<boolean> {
  question?.settle(false)
  return new Promise((settle) => change({ purpose, settle }))
}

export function answerIdentity(proven: boolean): void {
  question?.settle(proven)
  change(null)
}

export function useIdentityAsked(): Pick<Question, 'purpose'> | null {
  return useSyncExternalStore(listeners.add, () => question)
}

function change(next: Question | null): void {
  question = next
  listeners.tell()
}
