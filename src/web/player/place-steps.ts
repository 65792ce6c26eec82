import { useSyncExternalStore } from 'react'

/** Places of a version one can go through by the bar's buttons: its open notes, where a page offers them. */
export interface PlaceSteps {
  readonly versionId: string
  readonly next: { readonly label: string, readonly keys: string, readonly go: () => void }
  readonly previous: { readonly label: string, readonly keys: string, readonly go: () => void }
}

let offered: PlaceSteps | undefined
const listeners = new Set<() => void>()

/** Offers them until the answer is called. */
export function offerSteps(steps: PlaceSteps): () => void {
  tell(steps)
  return () => {
    if (offered === steps) tell(undefined)
  }
}

/** Of the version that is heard; undefined where there are none. */
export function usePlaceSteps(versionId: string | undefined): PlaceSteps | undefined {
  const steps = useSyncExternalStore(watch, () => offered)
  return steps?.versionId === versionId ? steps : undefined
}

function tell(steps: PlaceSteps | undefined): void {
  offered = steps
  listeners.forEach((listener) => listener())
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
