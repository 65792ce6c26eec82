import { tempoKey as key } from '#web/api/kept-drafts.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Seconds } from '#shared/units.ts'

/** A track's tempo and first bar, as entered by a user. */
export interface TrackTempo {
  readonly bpm: number
  readonly beatsPerBar: number
  /** The time at which bar 1 begins. */
  readonly offset: Seconds
}

const KEPT = 200
let unsaved: readonly KeptTempo[] | undefined
const listeners = new Listeners()

interface KeptTempo extends TrackTempo {
  readonly trackId: string
}

/** The tempo stored in this browser for a track; the same object until it changes. */
export function trackTempo(trackId: string): TrackTempo | undefined {
  return tempi().find((tempo) => tempo.trackId === trackId)
}

/** Stores the latest 200 tracks; if storage is refused, as long as the page lasts. */
export function keepTempo(trackId: string, tempo: TrackTempo): void {
  unsaved = [{ ...tempo, trackId }, ...tempi().filter((other) => other.trackId !== trackId)].slice(0, KEPT)
  try {
    localStorage.setItem(key, JSON.stringify(unsaved))
  } catch {
    // Storage is refused.
  }
  listeners.tell()
}

export const watchTempo = listeners.add

function tempi(): readonly KeptTempo[] {
  unsaved ??= readKept()
  return unsaved
}

function readKept(): readonly KeptTempo[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isTempo) : []
  } catch {
    return []
  }
}

function isTempo(kept: unknown): kept is KeptTempo {
  if (typeof kept !== 'object' || kept === null) return false
  const { trackId, bpm, beatsPerBar, offset } = kept as Readonly<Record<string, unknown>>
  return (
    typeof trackId === 'string' &&
    isTidyTempo({ bpm: Number(bpm), beatsPerBar: Number(beatsPerBar), offset: Number(offset) })
  )
}

/** Whether a ruler can use it. */
export function isTidyTempo({ bpm, beatsPerBar, offset }: TrackTempo): boolean {
  return (
    bpm >= 20 &&
    bpm <= 400 &&
    Number.isInteger(beatsPerBar) &&
    beatsPerBar >= 1 &&
    beatsPerBar <= 32 &&
    Math.abs(offset) <= 36_000
  )
}
