import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** The track whose artwork the user wants to change. */
export interface TrackCoverRequested {
  readonly projectId: string
  readonly trackId: string
}

let requested: TrackCoverRequested | null = null
const listeners = new Listeners()

/** Opens the artwork dialog. */
export function requestTrackCover(request: TrackCoverRequested): void {
  change(request)
}

export function closeTrackCover(): void {
  change(null)
}

export function useTrackCoverRequested(): TrackCoverRequested | null {
  return useSyncExternalStore(listeners.add, () => requested)
}

function change(next: TrackCoverRequested | null): void {
  requested = next
  listeners.tell()
}
