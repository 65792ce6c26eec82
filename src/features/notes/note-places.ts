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
  /** Null if unknown. */
  readonly durationSeconds: Seconds | null
}

/** How positions map from one version to another. */
export interface Carried {
  /** How much later the sound is in the other version. */
  readonly shift: Seconds
  /** Where both have the same sound, in seconds of the first; positions outside are not mapped. */
  readonly spans: readonly TimeSpan[]
  readonly durationSeconds: Seconds
}

/** The sound must match for this long on either side of a position. */
const BESIDE: Seconds = 1
/** Rounding differences between decoded and compared lengths. */
const ROUNDING: Seconds = 0.01

/**
 * A note's place on a version. On its own version it is as written; it is shown on later versions unless it was settled
 * before; never on earlier ones, which do not have what it is about, unless its own version is in the trash, so that no
 * note disappears. `carried` is undefined if the versions were never compared. If the sound around the position does
 * not match, the note keeps its time, marked as unsure. Positions outside are clamped.
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
 * From the first of the two to the second, or back; undefined for results of an older release, which are not reliable.
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
