import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** Positions in a version that the bar's buttons step through, for example its open notes. */
export interface PlaceSteps {
  readonly versionId: string
  readonly next: { readonly label: string; readonly keys: string; readonly go: () => void }
  readonly previous: { readonly label: string; readonly keys: string; readonly go: () => void }
}

let offered: PlaceSteps | undefined
const listeners = new Listeners()

/** Offers them until the returned function is called. */
export function offerSteps(steps: PlaceSteps): () => void {
  tell(steps)
  return () => {
    if (offered === steps) tell(undefined)
  }
}

/** For the version that is playing; undefined if there are none. */
export function usePlaceSteps(versionId: string | undefined): PlaceSteps | undefined {
  const steps = useSyncExternalStore(listeners.add, () => offered)
  return steps?.versionId === versionId ? steps : undefined
}

function tell(steps: PlaceSteps | undefined): void {
  offered = steps
  listeners.tell()
}
