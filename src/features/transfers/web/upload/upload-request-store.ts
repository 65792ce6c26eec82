import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** The files that wait for a word on what becomes of them. */
export interface UploadRequested {
  readonly projectId: string
  /** Whose next version is meant, where somebody said so. */
  readonly trackId?: string | undefined
  readonly files: readonly File[]
}

let requested: UploadRequested | null = null
const listeners = new Listeners()

/** Opens the upload sheet; files that come while it is open join those in it, each of them once. */
export function requestUpload(request: UploadRequested): void {
  const before = requested?.projectId === request.projectId ? requested : null
  const files = [...(before?.files ?? []), ...request.files]
  change({
    ...request,
    trackId: before?.trackId ?? request.trackId,
    files: files.filter((file, at) => files.findIndex((other) => isSame(other, file)) === at),
  })
}

/** Takes a file off the sheet. */
export function dropRequested(file: File): void {
  if (requested) change({ ...requested, files: requested.files.filter((other) => other !== file) })
}

/** These are on their way; what came meanwhile stays on the sheet. */
export function uploadStarted(started: readonly File[]): void {
  const files = requested?.files.filter((file) => !started.includes(file)) ?? []
  change(requested && files.length > 0 ? { ...requested, files } : null)
}

export function closeUpload(): void {
  change(null)
}

export function useUploadRequested(): UploadRequested | null {
  return useSyncExternalStore(listeners.add, () => requested)
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}

function change(next: UploadRequested | null): void {
  requested = next
  listeners.tell()
}
