import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** From the letter that is heard to the one heard before it, offered by a comparison to the bar below it. */
export interface DeckFlip {
  readonly from: string
  readonly to: string
  readonly go: () => void
}

let offered: DeckFlip | undefined
const listeners = new Listeners()

/** Offers it until the answer is called. */
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
