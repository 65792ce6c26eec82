import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import type { Seconds } from '#shared/units.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'

/** What is in hand on the wave of a version, for whoever writes about it beside the wave. */
export interface StageRange {
  readonly versionId: string
  readonly range: SecondsRange | undefined
  /** Where one was begun that has no end yet. */
  readonly anchor: Seconds | undefined
  /** Begins one where the music is, or ends it there. */
  readonly mark: () => void
  readonly clear: () => void
}

let offered: StageRange | undefined
const listeners = new Listeners()

/** Offers it until the answer is called. */
export function offerRange(range: StageRange): () => void {
  tell(range)
  return () => {
    if (offered === range) tell(undefined)
  }
}

/** Of this version; undefined while no wave of it is shown. */
export function useStageRange(versionId: string): StageRange | undefined {
  const range = useSyncExternalStore(listeners.add, () => offered)
  return range?.versionId === versionId ? range : undefined
}

function tell(range: StageRange | undefined): void {
  offered = range
  listeners.tell()
}
