import type { Decibels, Frames, Hertz } from '#shared/units.ts'
import type { Playable } from '../read/playable.ts'
import { placedEnd, type SourcePiece } from './source-placement.ts'

/** One source of a comparison, with its offset and gain. */
export interface DeckSource {
  /** At the rate that all sources of the deck share. */
  readonly playable: Playable
  /** How many frames later the same moment occurs in this source than on the clock. */
  readonly offset: Frames
  /** On the clock, if its parts have offsets of their own; in order, and elsewhere it has nothing. */
  readonly pieces?: readonly SourcePiece[] | undefined
  /** From loudness matching; never above 0. */
  readonly gain: Decibels
  /** Set if the server made this rendition from a recording at another rate. */
  readonly resampledFrom?: Hertz
}

/** What is audible: one source, or the difference of two. Source numbers begin at 0. */
export type DeckOutput =
  | { readonly kind: 'source'; readonly source: number }
  /** `isInverted` if the other's polarity is inverted: then adding cancels what they have in common. */
  | { readonly kind: 'difference'; readonly of: number; readonly minus: number; readonly isInverted?: boolean }

/** Several recordings on one sample clock, of which one is audible. */
export interface DeckOrder {
  readonly sources: readonly DeckSource[]
  /** The source whose frame numbers count: the one heard, so that it never jumps. The first if omitted. */
  readonly clock?: number
  readonly ear: DeckOutput
}

/** The factor on each source's samples; exactly 1 if the samples stay unchanged. */
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

/** Length until the end of the last source. */
export function deckFrames(sources: readonly DeckSource[]): Frames {
  return sources.reduce((most, source) => Math.max(most, placedEnd(source, source.playable.source.totalFrames)), 0)
}

/** The gain of what is audible; in a difference, the larger reduction. */
export function heardGain({ sources, ear }: DeckOrder): Decibels {
  return Math.min(0, ...heardSources({ sources, ear }).map(({ gain }) => gain))
}

export function heardSources({ sources, ear }: DeckOrder): readonly DeckSource[] {
  const wanted = ear.kind === 'source' ? [ear.source] : [ear.of, ear.minus]
  return wanted.flatMap((index) => sources[index] ?? [])
}

/** The whole deck as one playable for the player's clock, loop and end, with the format of the audible source. */
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
