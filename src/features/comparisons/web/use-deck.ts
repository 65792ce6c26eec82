import { useEffect, useState, useSyncExternalStore } from 'react'
import { offerFlip } from '#web/player/deck-flip.ts'
import { listening } from '#web/player/listening.ts'
import { blindStrings } from './blind.strings.ts'
import { Deck, type DeckState } from './deck.ts'
import { type DeckVoice, letters } from './deck-entry.ts'

/** The comparison of this page, from when it is shown until it is left. */
export function useDeck(
  voices: readonly DeckVoice[],
  href: string,
): { readonly deck: Deck; readonly state: DeckState } {
  const [deck] = useState(() => new Deck(listening))
  useEffect(() => deck.setVoices(voices, { href, veiledTitle: blindStrings.title }), [deck, voices, href])
  useEffect(() => () => deck.close(), [deck])
  const state = useSyncExternalStore(deck.subscribe, deck.state)
  const { ear, previous, isVeiled } = state
  const [from, to] = [letters[ear], letters[previous]]
  // A blind test has letters of its own.
  const mayFlip = !isVeiled && state.voices[previous]?.playable !== undefined && previous !== ear
  useEffect(
    () =>
      mayFlip && from !== undefined && to !== undefined ? offerFlip({ from, to, go: () => deck.flip() }) : undefined,
    [deck, mayFlip, from, to],
  )
  return { deck, state }
}
