import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** Files for which the upload sheet asks for a target. */
export interface UploadRequested {
  readonly projectId: string
  /** The target track, if one was chosen. */
  readonly trackId?: string | undefined
  readonly files: readonly File[]
  /** Files whose uploads have started. */
  readonly onStarted?: ((files: readonly File[]) => void) | undefined
  /** The sheet was closed with files on it. */
  readonly onLeft?: ((files: readonly File[]) => void) | undefined
}

let requested: UploadRequested | null = null
const listeners = new Listeners()

/** Opens the upload sheet; further files are added to it, without duplicates. */
export function requestUpload(request: UploadRequested): void {
  const before = requested?.projectId === request.projectId ? requested : null
  const files = [...(before?.files ?? []), ...request.files]
  change({
    ...request,
    trackId: before?.trackId ?? request.trackId,
    onStarted: before?.onStarted ?? request.onStarted,
    onLeft: before?.onLeft ?? request.onLeft,
    files: files.filter((file, at) => files.findIndex((other) => isSame(other, file)) === at),
  })
}

/** Removes a file from the sheet. */
export function dropRequested(file: File): void {
  if (requested) change({ ...requested, files: requested.files.filter((other) => other !== file) })
}

/** Removes started files; files added meanwhile stay on the sheet. */
export function uploadStarted(started: readonly File[]): void {
  requested?.onStarted?.(started)
  const files = requested?.files.filter((file) => !started.includes(file)) ?? []
  change(requested && files.length > 0 ? { ...requested, files } : null)
}

export function closeUpload(): void {
  const { files = [], onLeft } = requested ?? {}
  change(null)
  if (files.length > 0) onLeft?.(files)
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
