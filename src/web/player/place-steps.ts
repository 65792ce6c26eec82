import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** Places of a version one can go through by the bar's buttons: its open notes, where a page offers them. */
export interface PlaceSteps {
  readonly versionId: string
  readonly next: { readonly label: string; readonly keys: string; readonly go: () => void }
  readonly previous: { readonly label: string; readonly keys: string; readonly go: () => void }
}

let offered: PlaceSteps | undefined
const listeners = new Listeners()

/** Offers them until the answer is called. */
export function offerSteps(steps: PlaceSteps): () => void {
  tell(steps)
  return () => {
    if (offered === steps) tell(undefined)
  }
}

/** Of the version that is heard; undefined where there are none. */
export function usePlaceSteps(versionId: string | undefined): PlaceSteps | undefined {
  const steps = useSyncExternalStore(listeners.add, () => offered)
  return steps?.versionId === versionId ? steps : undefined
}

function tell(steps: PlaceSteps | undefined): void {
  offered = steps
  listeners.tell()
}
