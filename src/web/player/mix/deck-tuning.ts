import type { Seconds } from '#shared/units.ts'
import type { DeckOrder } from './deck-order.ts'
import { isSamePlacement } from './source-placement.ts'
import type { Player } from '../player.ts'
import type { LoopRange } from '../read/playable.ts'

export interface DeckPlace {
  /** Jump there. */
  readonly at?: Seconds | undefined
  /** The present place and loop on the order's clock, if that is another than before or has other seams. */
  readonly turned?: { readonly at: Seconds; readonly loop: LoopRange | undefined } | undefined
  readonly play?: boolean | undefined
}

/** Applies an order to the player: the same sources continue with new gains or offsets; others are loaded. */
export function tuneDeck(
  player: Pick<Player, 'snapshot' | 'loadDeck' | 'alignDeck' | 'turnDeck' | 'mixDeck' | 'seek' | 'play'>,
  deck: DeckOrder,
  { at, play, turned }: DeckPlace,
): void {
  const { deck: present } = player.snapshot()
  if (!present || !haveSameSources(present, deck))
    return player.loadDeck(deck, { at: at ?? turned?.at ?? 0, play: play ?? false })
  const isMoved = deck.sources.some((source, index) => !isSamePlacement(source, present.sources[index] ?? source))
  if (turned) player.turnDeck(deck, turned)
  else {
    if (isMoved) player.alignDeck(deck)
    player.mixDeck(deck)
  }
  if (at !== undefined) player.seek(at)
  if (play === true) player.play()
}

export function haveSameSources(one: Pick<DeckOrder, 'sources'>, other: Pick<DeckOrder, 'sources'>): boolean {
  return (
    one.sources.length === other.sources.length &&
    one.sources.every(({ playable }, index) => playable.urls.stream === other.sources[index]?.playable.urls.stream)
  )
}
