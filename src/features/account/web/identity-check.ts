import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import { hasCode } from './auth-words.ts'

/** What was being done when the session turned out to be too old, for a way back that leads through another page: `delete`, `unlink-gitlab`. */
export type Purpose = 'delete' | `unlink-${string}`

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
