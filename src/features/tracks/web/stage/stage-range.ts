import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import type { Seconds } from '#shared/units.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'

/** The selection on a version's wave, for a form beside it. */
export interface StageRange {
  readonly versionId: string
  readonly range: SecondsRange | undefined
  /** The start of an unfinished selection. */
  readonly anchor: Seconds | undefined
  /** Starts a selection at the playhead, or ends it there. */
  readonly mark: () => void
  readonly clear: () => void
}

let offered: StageRange | undefined
const listeners = new Listeners()

/** Offers it until the returned function is called. */
export function offerRange(range: StageRange): () => void {
  tell(range)
  return () => {
    if (offered === range) tell(undefined)
  }
}

/** Of this version; undefined while its wave is not shown. */
export function useStageRange(versionId: string): StageRange | undefined {
  const range = useSyncExternalStore(listeners.add, () => offered)
  return range?.versionId === versionId ? range : undefined
}

function tell(range: StageRange | undefined): void {
  offered = range
  listeners.tell()
}
