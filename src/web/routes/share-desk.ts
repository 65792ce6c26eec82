import { useSyncExternalStore } from 'react'

/** What somebody wants to send a link to. */
export interface ShareRequested {
  readonly projectId: string
  readonly trackId?: string | undefined
  readonly versionId?: string | undefined
}

let requested: ShareRequested | null = null
const listeners = new Set<() => void>()

/** Opens the share dialog. */
export function requestShare(request: ShareRequested): void {
  change(request)
}

export function closeShare(): void {
  change(null)
}

export function useShareRequested(): ShareRequested | null {
  return useSyncExternalStore(watch, () => requested)
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: ShareRequested | null): void {
  requested = next
  for (const listener of listeners) listener()
}
