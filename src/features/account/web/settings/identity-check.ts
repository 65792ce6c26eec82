import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ServerFacts } from '#features/account/account.contract.ts'
import { Listeners } from '#shared/listeners.ts'
import { sessionQuery } from '../account.client.ts'
import { hasCode } from '../sign-in/auth-words.ts'

/**
 * What was being done when the session turned out to be too old, for a way back that leads through another page:
 * `delete`, `email`, `unlink-gitlab`.
 */
export type Purpose = 'delete' | 'email' | `unlink-${string}`

interface Question {
  readonly purpose: Purpose | undefined
  readonly settle: (proven: boolean) => void
}

/** Whoever waits for the person to prove again who they are. */
let question: Question | null = null
const listeners = new Listeners()

/**
 * Does what needs a fresh session. Where the session is too old for it, the person is asked to sign in again, here
 * and now, and then it is done. Whoever does not want to gets the refusal.
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
 * Whether the person signed in of late, or has now shown again who they are. A session that is used stays fresh for the
 * server; an account's address and end ask for the sign-in itself.
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

/** True once the person signed in again. Without a purpose the page itself is all there is to come back to. */
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
