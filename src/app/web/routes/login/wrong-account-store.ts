import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** An invitation that was opened by somebody it is not for. */
export interface WrongAccount {
  readonly invId: string
  /** Who is invited, masked; undefined if the server did not say. */
  readonly address: string | undefined
  readonly project: string | undefined
  readonly invitedBy: string | undefined
  /** The signed-in address. */
  readonly mine: string | undefined
}

let shown: WrongAccount | null = null
const listeners = new Listeners()

export function showWrongAccount(next: WrongAccount | null): void {
  shown = next
  listeners.tell()
}

export function useWrongAccount(): WrongAccount | null {
  return useSyncExternalStore(listeners.add, () => shown)
}
