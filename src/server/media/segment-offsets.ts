// Load only in the disposable child process.
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { median } from '#audio/median.ts'
import type { SeamedPiece } from '#audio/pieces/piece-seams.ts'
import { LagFinder } from '#audio/sample-alignment.ts'
import type { PlacePair, Sides } from '#audio/sample-alignment.ts'
import type { Frames, Seconds } from '#shared/units.ts'
import type { OpenPair } from '#server/media/compared-source.ts'
import { cutPieces, loudPlaces } from '#server/media/place-pieces.ts'

/** A piece whose offset is known to the sample. */
export interface ExactPiece extends SeamedPiece {
  /** In frames of the compared recordings: B's frame minus A's. */
  readonly offsetFrames: Frames
  /** Normalized correlation there, 0..1. */
  readonly confidence: number
  /** The places at which it was measured, aligned. */
  readonly places: readonly PlacePair[]
  /** When each place is in A, and how much later than the offset it is in B, with a fraction. */
  readonly lags: readonly { readonly at: Seconds; readonly lag: Frames; readonly likeness: number }[]
}

const PLACE: Seconds = 0.4
const PLACES = 4
/** Room at both ends of a piece, for cross-fades. */
const MARGIN: Seconds = 0.1
/** Reduced frames around the offset. */
const REACH = 4
const LEAST_REACH: Seconds = 0.002
const LEAST_HELD = 0.7
const HELD_WITHIN: Frames = 2

/** Finds each piece's offset to the sample, at a few loud places of it. Both readers must be at the beginning. */
export async function exactPieces(
  { a, b, sampleRate }: OpenPair,
  pieces: readonly SeamedPiece[],
  { cells, factor }: { readonly cells: Float32Array; readonly factor: number },
): Promise<readonly ExactPiece[]> {
  const reach = Math.max(REACH * factor, Math.round(LEAST_REACH * sampleRate))
  const wanted = pieces.flatMap((piece, index) => {
    const margin = Math.min(MARGIN, (piece.to - piece.from) / 4)
    const span = { from: piece.from + margin, to: Math.min(piece.to - margin, cells.length / CELLS_PER_SECOND) }
    const length = Math.min(PLACE, (span.to - span.from) / PLACES)
    const frames = Math.max(16, Math.floor(length * sampleRate))
    return loudPlaces(cells, span, length, PLACES).map((at) => ({ index, from: Math.round(at * sampleRate), frames }))
  })
  const later = (index: number) => Math.round((pieces[index]?.later ?? 0) * factor)
  const ofA = await cutPieces(a, wanted)
  const ofB = await cutPieces(
    b,
    wanted.map(({ index, from, frames }) => ({ from: from + later(index) - reach, frames: frames + 2 * reach })),
  )
  const finder = new LagFinder(
    wanted.reduce((most, { frames }) => Math.max(most, frames), 16),
    reach,
  )
  return pieces.flatMap((piece, index): ExactPiece[] => {
    const found = wanted.flatMap((place, i) =>
      // cutPieces returned one piece per stretch.
      place.index === index ? [{ ...place, pair: { a: ofA[i] as Sides, b: ofB[i] as Sides } }] : [],
    )
    const lag = finder.find(found.map(({ pair }) => pair))
    if (!lag) return []
    const aligned = ({ left, right }: Sides, frames: Frames): Sides => ({
      left: left.subarray(reach + lag.lag, reach + lag.lag + frames),
      right: right.subarray(reach + lag.lag, reach + lag.lag + frames),
    })
    return [
      {
        ...piece,
        offsetFrames: later(index) + lag.lag,
        confidence: Math.min(1, Math.abs(lag.correlation)),
        places: found.map(({ pair, frames }) => ({ a: pair.a, b: aligned(pair.b, frames) })),
        lags: found.flatMap(({ pair, from }) => {
          const one = finder.findOne(pair, lag, lag.lag)
          return one ? [{ at: from / sampleRate, lag: one.lag, likeness: one.own }] : []
        }),
      },
    ]
  })
}

/** The lag that most places agree on, as a check that one offset is right for a whole piece. */
export function isSteady({ lags }: ExactPiece): boolean {
  const clear = lags.filter(({ likeness }) => likeness >= 0.8).map(({ lag }) => lag)
  return clear.length > 0 && clear.every((lag) => Math.abs(lag - median(clear)) < 1)
}

/** Whether the samples are found at one offset in most places; music that is stretched is so only where it rests. */
export function isHeld({ lags }: ExactPiece): boolean {
  const held = lags.filter(({ lag, likeness }) => likeness >= LEAST_HELD && Math.abs(lag) < HELD_WITHIN)
  return held.length * 2 >= lags.length
}
