import type { RoughMatch } from '#audio/pieces/offset-candidates.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import { LagFinder } from '#audio/sample-alignment.ts'
import type { Sides } from '#audio/sample-alignment.ts'
import type { Frames, Seconds } from '#shared/units.ts'

/** A place of A whose samples were found in B. */
export interface ExactMatch {
  readonly at: Seconds
  /** How much later it is in B, in frames of the reduced sounds with a fraction. */
  readonly later: Frames
  /** Normalized correlation, 0..1. */
  readonly likeness: number
  readonly rough: RoughMatch
}

const PIECE: Seconds = 1.5

/** Looks for the samples of each rough match, within `reach` around it. */
export function exactMatches(
  a: ReducedSound,
  b: ReducedSound,
  matches: readonly RoughMatch[],
  { reach, length = PIECE }: { readonly reach: Seconds; readonly length?: Seconds },
): readonly ExactMatch[] {
  const rate = a.sampleRate
  const [frames, around] = [Math.max(16, Math.round(length * rate)), Math.max(4, Math.round(reach * rate))]
  const finder = new LagFinder(frames, around)
  const known = new Map<number, { readonly from: Frames; readonly piece: Sides }>()
  const pieceOf = (rough: RoughMatch) => {
    const from = loudest(a, rough, frames)
    return { from, piece: sidesAt(a, from, frames) }
  }
  return matches.flatMap((rough): ExactMatch[] => {
    const ofA = known.get(rough.from) ?? pieceOf(rough)
    known.set(rough.from, ofA)
    const { from, piece } = ofA
    const later = Math.round(rough.later * rate)
    const pair = { a: piece, b: sidesAt(b, from + later - around, frames + 2 * around) }
    const found = finder.find([pair])
    if (!found) return []
    const fine = finder.findOne(pair, found, found.lag)
    return [
      {
        at: (from + frames / 2) / rate,
        later: later + found.lag + (Math.abs(fine?.lag ?? 1) < 1 ? (fine?.lag ?? 0) : 0),
        likeness: Math.min(1, Math.abs(found.correlation)),
        rough,
      },
    ]
  })
}

export function sidesAt({ left, right }: ReducedSound, from: Frames, frames: Frames): Sides {
  return { left: cutOut(left, from, frames), right: cutOut(right, from, frames) }
}

/** Silence outside of the recording. */
function cutOut(samples: Float32Array, from: Frames, frames: Frames): Float64Array {
  const made = new Float64Array(frames)
  const [first, last] = [Math.max(0, from), Math.min(samples.length, from + frames)]
  if (first < last) made.set(samples.subarray(first, last), first - from)
  return made
}

function loudest(sound: ReducedSound, { from, seconds }: RoughMatch, frames: Frames): Frames {
  const rate = sound.sampleRate
  const [start, end] = [Math.round(from * rate), Math.round((from + seconds) * rate)]
  const step = Math.max(1, frames >> 2)
  let [best, most] = [start, -1]
  for (let at = start; at === start || at + frames <= end; at += step) {
    let sum = 0
    for (let i = at; i < at + frames; i++) sum += (sound.left[i] ?? 0) ** 2 + (sound.right[i] ?? 0) ** 2
    if (sum > most) [best, most] = [at, sum]
  }
  return best
}
