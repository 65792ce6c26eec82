import { sidesAt } from '#audio/pieces/exact-offsets.ts'
import { findSeam } from '#audio/pieces/seam.ts'
import type { FoundPiece } from '#audio/pieces/find-pieces.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import { energyOf, sideMapping, unexplained } from '#audio/pieces/side-mapping.ts'
import type { SideMapping } from '#audio/pieces/side-mapping.ts'
import type { Sides } from '#audio/sample-alignment.ts'
import type { Frames, Seconds } from '#shared/units.ts'

/** A piece with the range in which its start, and its end, may lie: music that repeats leaves it open. */
export interface SeamedPiece extends FoundPiece {
  readonly openStart: Seconds
  readonly openEnd: Seconds
}

/** How a stretch of one recording is found in the other one. */
const AROUND: Seconds = 1
const MOST_AROUND: Seconds = 16
/** What the mapping of the channels is taken from, on either side of a seam. */
const INSIDE: Seconds = 3

interface Pair {
  readonly a: ReducedSound
  readonly b: ReducedSound
}

/** Moves the seams to where the sound changes. */
export function seamedPieces(pieces: readonly FoundPiece[], pair: Pair): readonly SeamedPiece[] {
  const rounded = pieces.map((piece) => ({ ...piece, later: Math.round(piece.later) }))
  // One for each piece, in order.
  return withSeams(rounded, pair).map((seamed, i) => ({ ...seamed, later: pieces[i]?.later ?? seamed.later }))
}

function withSeams(pieces: readonly FoundPiece[], pair: Pair): readonly SeamedPiece[] {
  const rate = pair.a.sampleRate
  const made: SeamedPiece[] = pieces.map((piece) => ({ ...piece, openStart: 0, openEnd: 0 }))
  made.forEach((piece, i) => {
    if (i === 0) made[0] = { ...piece, from: outerSeam(piece, pair, 'start') }
    const [one, other] = [made[i], made[i + 1]]
    if (!one || !other) return
    const seam = seamBetween(one, other, pair)
    made[i] = { ...one, to: seam.end / rate, openEnd: seam.openBefore / rate }
    made[i + 1] = { ...other, from: seam.start / rate, openStart: seam.openAfter / rate }
  })
  const last = made.at(-1)
  if (last) made[made.length - 1] = { ...last, to: outerSeam(last, pair, 'end') }
  return made
}

/** Frames of A. */
interface PieceSeam {
  readonly end: Frames
  readonly start: Frames
  readonly openBefore: Frames
  readonly openAfter: Frames
}

/** What was cut from A joins in B, what was put in joins in A: there one explanation follows the other at once. */
function seamBetween(one: FoundPiece, other: FoundPiece, pair: Pair): PieceSeam {
  const rate = pair.a.sampleRate
  const [end, start] = [Math.round(one.to * rate), Math.round(other.from * rate)]
  const gapA = start - end
  const gapB = start + other.later - end - one.later
  const joinsInA = Math.abs(gapA) <= Math.abs(gapB)
  const mapping = mappingOf(one, other, pair, joinsInA)
  // Offsets from the recording that is explained to the other one.
  const [explained, source] = joinsInA ? [pair.a, pair.b] : [pair.b, pair.a]
  const [first, second] = joinsInA ? [one.later, other.later] : [-one.later, -other.later]
  const [low, high] = joinsInA
    ? [Math.min(end, start), Math.max(end, start)]
    : [Math.min(end + one.later, start + other.later), Math.max(end + one.later, start + other.later)]
  const floor = Math.round((one.from + 0.1) * rate) + (joinsInA ? 0 : one.later)
  const ceiling = Math.round((other.to - 0.1) * rate) + (joinsInA ? 0 : other.later)
  for (let around = AROUND; ; around *= 2) {
    const from = Math.max(floor, low - Math.round(around * rate))
    const frames = Math.max(1, Math.min(ceiling, high + Math.round(around * rate)) - from)
    const own = sidesAt(explained, from, frames)
    const left = (later: Frames) => unexplained(sidesAt(source, from + later, frames), own, mapping)
    const seam = findSeam(left(first), left(second), energyOf(own), rate)
    const isOpen =
      seam.end === seam.start &&
      ((seam.slack.from === 0 && from > floor) || (seam.slack.to === frames && from + frames < ceiling))
    if (isOpen && around < MOST_AROUND) continue
    const atA = (frame: Frames, later: Frames) => from + frame - (joinsInA ? 0 : later)
    const isGap = seam.end < seam.start
    const found = { end: atA(seam.end, one.later), start: atA(seam.start, other.later) }
    return {
      ...found,
      // The higher tones, by which the pieces were found, may place it elsewhere: then nothing between is certain.
      openBefore: isGap ? 0 : Math.max(seam.end - seam.slack.from, found.end - end),
      openAfter: isGap ? 0 : Math.max(seam.slack.to - seam.start, start - found.start),
    }
  }
}

function mappingOf(one: FoundPiece, other: FoundPiece, pair: Pair, joinsInA: boolean): SideMapping {
  const rate = pair.a.sampleRate
  const stretch = ({ from, to, later }: FoundPiece, side: 'end' | 'start') => {
    const length = Math.min(INSIDE, (to - from) * 0.7)
    const start = Math.round((side === 'end' ? to - 0.15 * (to - from) - length : from + 0.15 * (to - from)) * rate)
    const frames = Math.max(1, Math.round(length * rate))
    const [a, b] = [sidesAt(pair.a, start, frames), sidesAt(pair.b, start + later, frames)]
    return joinsInA ? { a: b, b: a } : { a, b }
  }
  return sideMapping([stretch(one, 'end'), stretch(other, 'start')])
}

/** The start of the first piece, or the end of the last one: beyond it, nothing else follows. */
function outerSeam(piece: FoundPiece, pair: Pair, side: 'start' | 'end'): Seconds {
  const { a, b } = pair
  const rate = a.sampleRate
  const [from, to, later] = [Math.round(piece.from * rate), Math.round(piece.to * rate), piece.later]
  const lowest = Math.max(0, -later)
  const highest = Math.min(a.left.length, b.left.length - later)
  const around = Math.round(AROUND * rate)
  const [first, last] =
    side === 'start'
      ? [Math.max(lowest, from - around), Math.min(to, from + around)]
      : [Math.max(from, to - around), Math.min(highest, to + around)]
  const frames = Math.max(1, last - first)
  const own = sidesAt(b, first + later, frames)
  const left = unexplained(sidesAt(a, first, frames), own, mappingOf(piece, piece, pair, false))
  const energy = energyOf(own)
  const nothing: Sides = { left: new Float64Array(frames), right: new Float64Array(frames) }
  const lost = energyOf(nothing).map((_, i) => 0.4 * (energy[i] as number)) // of equal length
  const seam = side === 'start' ? findSeam(lost, left, energy, rate) : findSeam(left, lost, energy, rate)
  const at = side === 'start' ? seam.slack.from : seam.slack.to
  return (first + at) / rate
}
