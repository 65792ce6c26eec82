import type { Seconds } from '#shared/units.ts'
import type { DeckOrder } from './deck-order.ts'
import type { Player } from '../player.ts'

export interface DeckPlace {
  readonly at?: Seconds | undefined
  readonly play?: boolean | undefined
}

/** Applies an order to the player: the same sources continue with new gains or offsets; others are loaded. */
export function tuneDeck(
  player: Pick<Player, 'snapshot' | 'loadDeck' | 'alignDeck' | 'mixDeck' | 'seek' | 'play'>,
  deck: DeckOrder,
  { at, play }: DeckPlace,
): void {
  const { deck: present } = player.snapshot()
  if (!present || !haveSameSources(present, deck)) return player.loadDeck(deck, { at: at ?? 0, play: play ?? false })
  const isMoved = deck.sources.some(({ offset }, index) => offset !== present.sources[index]?.offset)
  if (isMoved) player.alignDeck(deck)
  player.mixDeck(deck)
  if (at !== undefined) player.seek(at)
  if (play === true) player.play()
}

export function haveSameSources(one: DeckOrder, other: DeckOrder): boolean {
  return (
    one.sources.length === other.sources.length &&
    one.sources.every(({ playable }, index) => playable.urls.stream === other.sources[index]?.playable.urls.stream)
  )
}
