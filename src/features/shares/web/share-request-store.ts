import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** What the user wants to share. */
export interface ShareRequested {
  readonly projectId: string
  readonly trackId?: string | undefined
  /** Several tracks of the project, in album order. */
  readonly trackIds?: readonly string[] | undefined
  readonly versionId?: string | undefined
}

let requested: ShareRequested | null = null
const listeners = new Listeners()

/** Opens the share dialog. */
export function requestShare(request: ShareRequested): void {
  change(request)
}

export function closeShare(): void {
  change(null)
}

export function useShareRequested(): ShareRequested | null {
  return useSyncExternalStore(listeners.add, () => requested)
}

function change(next: ShareRequested | null): void {
  requested = next
  listeners.tell()
}
