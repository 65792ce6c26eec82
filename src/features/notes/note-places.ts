import type { ComparisonResult } from '#audio/comparison-result.ts'
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

/**
 * Where a note stands on a version: on its own as it was written; on a later one as long as it is not settled before that;
 * never on an earlier one, which did not have what it speaks of
 * — unless its own is in the trash, so that no note goes with it. `shift` is how much later the target's sound is, undefined
 * where nothing says so. What would lie outside stands at the edge.
 */
export function placeNote({ fromSeconds, toSeconds, state, versionNumber, fixedInNumber, isOrphan }: PlacedNote, { number, durationSeconds }: Target, shift: Seconds | undefined): NotePlace | null {
  if (versionNumber === number) return { fromSeconds, toSeconds, by: 'own' }
  if ((versionNumber > number && !isOrphan) || (state === 'verified' && (fixedInNumber ?? 0) < number)) return null
  const inside = (at: Seconds) => Math.min(durationSeconds ?? Number.POSITIVE_INFINITY, Math.max(0, at + (shift ?? 0)))
  const from = inside(fromSeconds)
  const to = toSeconds === null ? null : inside(toSeconds)
  return { fromSeconds: from, toSeconds: to !== null && to > from ? to : null, by: shift === undefined ? 'same-time' : 'aligned' }
}

/** How much later a place of A is heard in B; undefined where the two could not be laid on each other. */
export function shiftOf({ alignment, sampleRate }: Pick<ComparisonResult, 'alignment' | 'sampleRate'>): Seconds | undefined {
  return alignment === null ? undefined : alignment.offsetFrames / sampleRate
}
