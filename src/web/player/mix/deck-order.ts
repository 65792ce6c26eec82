import type { Decibels, Frames, Hertz } from '#shared/units.ts'
import type { Playable } from '../read/playable.ts'

/** One source of a comparison, as it is to be heard. */
export interface DeckSource {
  /** At the rate that all sources of the deck share. */
  readonly playable: Playable
  /** How many frames later than in the first source the same moment lies in this one. */
  readonly offset: Frames
  /** From matching the loudness. Never above 0. */
  readonly gain: Decibels
  /** The server made this rendition from a recording at another rate. */
  readonly resampledFrom?: Hertz
}

/** One source as it is, or what is left of one when another is taken away from it. Sources count from 0. */
export type DeckOutput =
  | { readonly kind: 'source'; readonly source: number }
  /** `isInverted` where the other's polarity is turned round: then what they have in common goes away by adding. */
  | { readonly kind: 'difference'; readonly of: number; readonly minus: number; readonly isInverted?: boolean }

/** Several recordings on one sample clock, of which one is heard. The first one's frames are everybody's frames. */
export interface DeckOrder {
  readonly sources: readonly DeckSource[]
  readonly ear: DeckOutput
}

/** For each source what its samples are multiplied with. Exactly 1 where nothing is to be changed. */
export function deckGains({ sources, ear }: DeckOrder): readonly number[] {
  return sources.map(({ gain }, index) => signOf(ear, index) * (gain === 0 ? 1 : 10 ** (gain / 20)))
}

function signOf(ear: DeckOutput, index: number): -1 | 0 | 1 {
  if (ear.kind === 'source') return index === ear.source ? 1 : 0
  if (ear.of === ear.minus) return 0
  if (index === ear.of) return 1
  if (index !== ear.minus) return 0
  return ear.isInverted ? 1 : -1
}

/** Until the last source is over. */
export function deckFrames(sources: readonly DeckSource[]): Frames {
  return sources.reduce((most, { playable, offset }) => Math.max(most, playable.source.totalFrames - offset), 0)
}

/** The gain of what is heard; in a difference the larger change. */
export function heardGain({ sources, ear }: DeckOrder): Decibels {
  return Math.min(0, ...heardSources({ sources, ear }).map(({ gain }) => gain))
}

export function heardSources({ sources, ear }: DeckOrder): readonly DeckSource[] {
  const wanted = ear.kind === 'source' ? [ear.source] : [ear.of, ear.minus]
  return wanted.flatMap((index) => sources[index] ?? [])
}

/** What the player's clock, loop and end go by: the whole deck, with the facts of what is heard of it. */
export function deckPlayable(order: DeckOrder): Playable | undefined {
  const [first] = order.sources
  const [heard = first] = heardSources(order)
  if (!first || !heard) return undefined
  const totalFrames = deckFrames(order.sources)
  const { sampleRate } = first.playable.source
  const channels = Math.max(...order.sources.map(({ playable }) => playable.source.channels))
  const isLossy = heardSources(order).some(({ playable }) => playable.isLossy === true)
  return {
    ...heard.playable,
    source: { ...heard.playable.source, sampleRate, channels, totalFrames },
    durationSeconds: totalFrames / sampleRate,
    isLossy,
  }
}
