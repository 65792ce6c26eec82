import { COMPARISON_VERSION } from '#audio/comparison-result.ts'
import type { ComparisonResult, TimeSpan } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'
import type { NotePlace, NoteState } from './notes.contract.ts'

interface PlacedNote {
  readonly fromSeconds: Seconds
  readonly toSeconds: Seconds | null
  readonly state: NoteState
  /** Of the version it was written on. */
  readonly versionNumber: number
  readonly fixedInNumber: number | null
  /** That version is in the trash. */
  readonly isOrphan: boolean
}

interface Target {
  readonly number: number
  /** Null until it is known. */
  readonly durationSeconds: Seconds | null
}

/** How places of one version are found on another. */
export interface Carried {
  /** How much later the other's sound is. */
  readonly shift: Seconds
  /** Where the sound of both agrees, in the first one's time; a place outside is not carried. */
  readonly spans: readonly TimeSpan[]
  readonly durationSeconds: Seconds
}

/** On either side of a place the sound must be the same for as long. */
const BESIDE: Seconds = 1
/** Decoded lengths and those of the comparison may differ by rounding. */
const ROUNDING: Seconds = 0.01

/**
 * Where a note stands on a version: on its own as it was written; on a later one as long as it is not settled before
 * that; never on an earlier one, which did not have what it speaks of — unless its own is in the trash, so that no note
 * goes with it. `carried` is undefined where the two were never compared. Where the sound on both sides of a place does
 * not agree, it keeps its time, and that is unsure. What would lie outside stands at the edge.
 */
export function placeNote(
  { fromSeconds, toSeconds, state, versionNumber, fixedInNumber, isOrphan }: PlacedNote,
  { number, durationSeconds }: Target,
  carried: Carried | undefined,
): NotePlace | null {
  if (versionNumber === number) return { fromSeconds, toSeconds, by: 'own' }
  if ((versionNumber > number && !isOrphan) || (state === 'verified' && (fixedInNumber ?? 0) < number)) return null
  const isCarried =
    carried !== undefined && agreesAt(carried, fromSeconds) && (toSeconds === null || agreesAt(carried, toSeconds))
  const shift = isCarried ? carried.shift : 0
  const inside = (at: Seconds) => Math.min(durationSeconds ?? Number.POSITIVE_INFINITY, Math.max(0, at + shift))
  const from = inside(fromSeconds)
  const to = toSeconds === null ? null : inside(toSeconds)
  return {
    fromSeconds: from,
    toSeconds: to !== null && to > from ? to : null,
    by: isCarried ? 'aligned' : carried === undefined ? 'same-time' : 'unsure',
  }
}

/** At the ends of a recording there is sound on one side only. */
function agreesAt({ spans, durationSeconds }: Carried, at: Seconds): boolean {
  return spans.some(
    ({ from, to }) =>
      (at - BESIDE >= from || (from <= ROUNDING && at >= 0)) &&
      (at + BESIDE <= to || (to >= durationSeconds - ROUNDING && at <= durationSeconds + ROUNDING)),
  )
}

/**
 * From the first of the two to the second, or back; undefined where an older release compared them, which nobody relies
 * on.
 */
export function carriedBy(
  { version, alignment, agreement, frames, sampleRate }: ComparisonResult,
  way: 'there' | 'back',
): Carried | undefined {
  if (version !== COMPARISON_VERSION) return undefined
  const there = alignment === null ? 0 : alignment.offsetFrames / sampleRate
  const spans = agreement?.spans ?? []
  if (way === 'there') return { shift: there, spans, durationSeconds: frames.a / sampleRate }
  return {
    shift: -there,
    spans: spans.map(({ from, to }) => ({ from: from + there, to: to + there })),
    durationSeconds: frames.b / sampleRate,
  }
}
