import { useEffect, useState, useSyncExternalStore } from 'react'
import { listening } from '#web/player/listening.ts'
import { blindStrings } from './blind.strings.ts'
import { Deck, type DeckState } from './deck.ts'
import type { DeckVoice } from './deck-entry.ts'

/** The comparison of this page, from when it is shown until it is left. */
export function useDeck(voices: readonly DeckVoice[], href: string): { readonly deck: Deck, readonly state: DeckState } {
  const [deck] = useState(() => new Deck(listening))
  useEffect(() => deck.setVoices(voices, { href, veiledTitle: blindStrings.title }), [deck, voices, href])
  useEffect(() => () => deck.close(), [deck])
  return { deck, state: useSyncExternalStore(deck.subscribe, deck.state) }
}
