import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** Switches between the audible source and the one before it; a comparison offers it to the player bar. */
export interface DeckFlip {
  readonly from: string
  readonly to: string
  /** What the letters are called: `v3`. */
  readonly fromName: string
  readonly toName: string
  readonly go: () => void
}

let offered: DeckFlip | undefined
const listeners = new Listeners()

/** Offers it until the returned function is called. */
export function offerFlip(flip: DeckFlip): () => void {
  tell(flip)
  return () => {
    if (offered === flip) tell(undefined)
  }
}

export function useDeckFlip(): DeckFlip | undefined {
  return useSyncExternalStore(listeners.add, () => offered)
}

function tell(flip: DeckFlip | undefined): void {
  offered = flip
  listeners.tell()
}
