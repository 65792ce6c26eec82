import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** Markers of which version, and which way they go. */
export interface MarkersRequested {
  readonly way: 'export' | 'import'
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

let requested: MarkersRequested | null = null
const listeners = new Listeners()

/** Opens the dialog over whatever page is there. */
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
