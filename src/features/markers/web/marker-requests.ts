import { useSyncExternalStore } from 'react'

/** Markers of which version, and which way they go. */
export interface MarkersRequested {
  readonly way: 'export' | 'import'
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

let requested: MarkersRequested | null = null
const listeners = new Set<() => void>()

/** Opens the dialog over whatever page is there. */
export function requestMarkers(request: MarkersRequested): void {
  change(request)
}

export function closeMarkers(): void {
  change(null)
}

export function useMarkersRequested(): MarkersRequested | null {
  return useSyncExternalStore(watch, () => requested)
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: MarkersRequested | null): void {
  requested = next
  for (const listener of listeners) listener()
}
