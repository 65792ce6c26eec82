import { tempoRange } from '../../tempo-range.ts'
import type { TrackTempo } from '../../tracks.contract.ts'
import { tempoKey as key } from '#web/api/kept-drafts.ts'
import { Listeners } from '#shared/listeners.ts'

const KEPT = 200
let unsaved: readonly KeptTempo[] | undefined
const listeners = new Listeners()

interface KeptTempo extends TrackTempo {
  readonly trackId: string
}

/** The tempo stored in this browser for a track, by people who may not edit it; the same object until it changes. */
export function browserTempo(trackId: string): TrackTempo | undefined {
  return tempi().find((tempo) => tempo.trackId === trackId)
}

/** Stores the latest 200 tracks; if storage is refused, as long as the page lasts. Undefined forgets the track's. */
export function keepTempo(trackId: string, tempo: TrackTempo | undefined): void {
  const others = tempi().filter((other) => other.trackId !== trackId)
  unsaved = (tempo ? [{ ...tempo, trackId }, ...others] : others).slice(0, KEPT)
  try {
    localStorage.setItem(key, JSON.stringify(unsaved.map(({ beatsPerMinute: bpm, ...rest }) => ({ bpm, ...rest }))))
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
    return Array.isArray(kept) ? kept.flatMap(tempoOf) : []
  } catch {
    return []
  }
}

function tempoOf(kept: unknown): readonly KeptTempo[] {
  if (typeof kept !== 'object' || kept === null) return []
  const { trackId, bpm, beatsPerBar, offset } = kept as Readonly<Record<string, unknown>>
  const tempo = { beatsPerMinute: Number(bpm), beatsPerBar: Number(beatsPerBar), offset: Number(offset) }
  return typeof trackId === 'string' && isTidyTempo(tempo) ? [{ trackId, ...tempo }] : []
}

/** Whether a ruler can use it, and the server takes it. */
export function isTidyTempo(tempo: TrackTempo): boolean {
  const isWithin = (field: keyof TrackTempo) =>
    tempo[field] >= tempoRange[field][0] && tempo[field] <= tempoRange[field][1]
  return Number.isInteger(tempo.beatsPerBar) && (['beatsPerMinute', 'beatsPerBar', 'offset'] as const).every(isWithin)
}
