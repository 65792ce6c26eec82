import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** The version, and whether to export or import. */
export interface MarkersRequested {
  readonly way: 'export' | 'import'
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

let requested: MarkersRequested | null = null
const listeners = new Listeners()

/** Opens the dialog on any page. */
export function requestMarkers(request: MarkersRequested): void {
  change(request)
}

export function closeMarkers(): void {
  change(null)
}

export function useMarkersRequested(): MarkersRequested | null {
  return useSyncExternalStore(listeners.add, () => requested)
}

function change(next: MarkersRequested | null): void {
  requested = next
  listeners.tell()
}
