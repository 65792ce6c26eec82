import { likenessAlong } from '#audio/pieces/feature-likeness.ts'
import { roughMatches } from '#audio/pieces/offset-candidates.ts'
import { bestPath } from '#audio/pieces/piece-path.ts'
import type { PathRun } from '#audio/pieces/piece-path.ts'
import { finerOffset } from '#audio/pieces/rendered-offset.ts'
import { openRange } from '#audio/pieces/rendered-seam.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import { featureRate, featuresOf } from '#audio/pieces/sound-features.ts'
import type { SoundFeatures } from '#audio/pieces/sound-features.ts'
import type { Seconds } from '#shared/units.ts'

/** A part of A that was rendered again in B: it moves alike, though not one sample is the same. */
export interface RenderedPiece {
  readonly from: Seconds
  readonly to: Seconds
  /** How much later it is in B, right to about 20 ms. */
  readonly later: Seconds
  /** Mean correlation of how both move, 0..1. */
  readonly likeness: number
  /** It fits nowhere else. */
  readonly isSure: boolean
  /** How much later its start may be than said, and how much earlier its end. */
  readonly openStart: Seconds
  readonly openEnd: Seconds
}

/** Coarser features than this tell no bar from the next. */
const LEAST_RATE = 5
const MOST_OFFSETS = 40
/** Frames of the features: closer offsets are one. */
const SAME_OFFSET = 1.5
/** Below this correlation over about two seconds, it is other music. */
const LEAST_ALIKE = 0.5
/** Seconds of the same music that another offset must explain to be worth a jump. */
const JUMP: Seconds = 1.5
const SHORTEST: Seconds = 4
const ROUNDS = 3
/** Another offset must fit this much worse throughout a piece, and plainly so for some seconds. */
const WORSE = 0.06
const PLAINLY_WORSE = 0.15
const LEAST_UNIQUE: Seconds = 3
/** The share of the shorter recording that must be found, surely, to say anything. */
const LEAST_COVERED = 0.5
/** A start or end this close to the start or end of a recording is there. */
const AT_THE_END: Seconds = 1.5
const LEAST_OPEN: Seconds = 0.3

/**
 * The parts of A that are in B as music, played or mixed again. Undefined if they do not explain most of it: music of
 * one style moves alike in places. `b` is at A's speed already.
 */
export function renderedPieces(a: ReducedSound, b: ReducedSound): readonly RenderedPiece[] | undefined {
  const seconds = (sound: ReducedSound) => sound.left.length / sound.sampleRate
  const lengths = { a: seconds(a), b: seconds(b) }
  const rate = featureRate(Math.max(lengths.a, lengths.b))
  if (rate < LEAST_RATE) return undefined
  const [x, y] = [featuresOf(a, rate), featuresOf(b, rate)]
  const offsets = commonOffsets(x, y)
  if (offsets.length === 0) return undefined
  const likeness = offsets.map((offset) => likenessAlong(x, y, offset))
  const runs = pathsOf(likeness, offsets, { a: x.count, b: y.count, jump: JUMP * rate })
  const found = withSeams(
    runs.filter(({ from, to }) => to - from >= SHORTEST * rate),
    { x, y, offsets },
  )
  const pieces = found.flatMap(({ run, from, to, openStart, openEnd }): RenderedPiece[] => {
    if (to - from < SHORTEST * rate) return []
    const rough = offsets[run.offset] as number
    const later = finerOffset(a, b, { from: from / rate, to: to / rate, later: rough / rate })
    if (later === undefined) return []
    return [
      {
        from: from / rate,
        to: to / rate,
        later,
        likeness: meanOf(likeness[run.offset], from, to),
        isSure: isOnlyThere(likeness, offsets, { run, from, to, rate, ofB: y.count }),
        openStart: openStart / rate,
        openEnd: openEnd / rate,
      },
    ]
  })
  const whole = outward(pieces, lengths).map((piece) =>
    isAllOfBoth(piece, lengths) ? { ...piece, isSure: true } : piece,
  )
  const sure = whole.reduce((sum, piece) => sum + (piece.isSure ? piece.to - piece.from : 0), 0)
  return sure >= LEAST_COVERED * Math.min(lengths.a, lengths.b) ? whole : undefined
}

/** Loops fit at other offsets as well, but from end to end at one only. */
function isAllOfBoth(
  { from, to, later }: RenderedPiece,
  { a, b }: { readonly a: Seconds; readonly b: Seconds },
): boolean {
  return from <= AT_THE_END && from + later <= AT_THE_END && a - to <= AT_THE_END && b - to - later <= AT_THE_END
}

/** Offsets at which several stretches of A are found, the most frequent first. */
function commonOffsets(x: SoundFeatures, y: SoundFeatures): readonly number[] {
  const groups: { later: number; weight: number }[] = []
  const rough = roughMatches(x, y).toSorted((one, other) => other.likeness - one.likeness)
  for (const match of rough) {
    const later = match.later * x.framesPerSecond
    const group = groups.find((known) => Math.abs(known.later - later) <= SAME_OFFSET)
    if (group) group.weight += match.likeness ** 4
    else groups.push({ later, weight: match.likeness ** 4 })
  }
  return groups
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_OFFSETS)
    .map(({ later }) => Math.round(later))
}

function pathsOf(
  likeness: readonly Float32Array[],
  offsets: readonly number[],
  { a, b, jump }: { readonly a: number; readonly b: number; readonly jump: number },
): readonly PathRun[] {
  const [isUsedA, isUsedB] = [new Uint8Array(a), new Uint8Array(b)]
  const runs: PathRun[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const score = likeness.map((values, d) =>
      values.map((value, i) => {
        const at = i + (offsets[d] as number)
        if (isUsedA[i] || at < 0 || at >= b || isUsedB[at]) return -2
        return Number.isNaN(value) ? 0 : value - LEAST_ALIKE
      }),
    )
    const found = bestPath({ count: a, offsets, score, jump })
    if (found.length === 0) break
    for (const run of found) {
      runs.push(run)
      for (let i = run.from; i < run.to; i++) {
        isUsedA[i] = 1
        const at = i + (offsets[run.offset] as number)
        if (at >= 0 && at < b) isUsedB[at] = 1
      }
    }
  }
  return runs.toSorted((one, other) => one.from - other.from)
}

interface SeamedRun {
  readonly run: PathRun
  readonly from: number
  readonly to: number
  readonly openStart: number
  readonly openEnd: number
}

/** In frames of the features. A seam is where the sum of both explanations' errors is smallest. */
function withSeams(
  runs: readonly PathRun[],
  { x, y, offsets }: { readonly x: SoundFeatures; readonly y: SoundFeatures; readonly offsets: readonly number[] },
): readonly SeamedRun[] {
  const least = Math.ceil(LEAST_OPEN * x.framesPerSecond)
  const made: SeamedRun[] = []
  for (const run of runs) {
    const before = made.at(-1)
    if (before?.run.offset === run.offset && run.from - before.to < 2 * least) {
      made[made.length - 1] = { ...before, to: run.to }
      continue
    }
    const seam = before && openRange(x, y, { before: before.run, after: run, offsets })
    if (!before || !seam) {
      if (before) made[made.length - 1] = { ...before, openEnd: least }
      made.push({ run, from: run.from, to: run.to, openStart: made.length > 0 ? least : 0, openEnd: 0 })
      continue
    }
    made[made.length - 1] = { ...before, to: seam.end, openEnd: Math.max(least, seam.end - seam.from) }
    made.push({ run, from: seam.start, to: run.to, openStart: Math.max(least, seam.to - seam.end), openEnd: 0 })
  }
  return made
}

function meanOf(values: Float32Array | undefined, from: number, to: number): number {
  const heard = Array.from(values?.subarray(from, to) ?? []).filter((value) => !Number.isNaN(value))
  return heard.reduce((sum, value) => sum + value, 0) / Math.max(1, heard.length)
}

/** In music that repeats, other offsets fit as well: order and continuity chose one, and that is not sure. */
function isOnlyThere(
  likeness: readonly Float32Array[],
  offsets: readonly number[],
  {
    run,
    from,
    to,
    rate,
    ofB,
  }: {
    readonly run: PathRun
    readonly from: number
    readonly to: number
    readonly rate: number
    /** Frames of B. */
    readonly ofB: number
  },
): boolean {
  const own = likeness[run.offset]
  return likeness.every((other, d) => {
    if (Math.abs((offsets[d] as number) - (offsets[run.offset] as number)) <= 2 * SAME_OFFSET) return true
    let [worse, plainly, count] = [0, 0, 0]
    const later = offsets[d] as number
    for (let i = Math.max(from, -later); i < Math.min(to, ofB - later); i++) {
      const [one, two] = [own?.[i] ?? Number.NaN, other[i] as number]
      if (Number.isNaN(one) || Number.isNaN(two)) continue
      worse += one - two
      count++
      if (one - two >= PLAINLY_WORSE) plainly++
    }
    return count < LEAST_UNIQUE * rate || (worse >= WORSE * count && plainly >= LEAST_UNIQUE * rate)
  })
}

/** The first and the last piece reach to the ends of the recordings, if these are near. */
function outward(
  pieces: readonly RenderedPiece[],
  lengths: { readonly a: Seconds; readonly b: Seconds },
): readonly RenderedPiece[] {
  return pieces.map((piece, i) => {
    const first = Math.max(0, -piece.later)
    const last = Math.min(lengths.a, lengths.b - piece.later)
    const isFirst = i === 0 && piece.from - first <= AT_THE_END
    const isLast = i === pieces.length - 1 && last - piece.to <= AT_THE_END
    return {
      ...piece,
      from: Math.max(first, isFirst ? first : piece.from),
      to: Math.min(last, isLast ? last : piece.to),
    }
  })
}
