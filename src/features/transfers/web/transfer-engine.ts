import type { TransfersStore } from './panel/transfers-store.ts'

/** A file and what it becomes: a version of a track, or a new track. */
export interface UploadRequest {
  readonly projectId: string
  readonly file: File
  /** From the File System Access API, where the browser has it: the upload then goes on by itself after a reload. */
  readonly handle?: FileSystemFileHandle
  readonly target: { readonly trackId: string; readonly trackTitle?: string } | { readonly trackTitle: string }
  readonly changelog?: string
  /** The checklist its version was started with, and the places on it that are done. */
  readonly start?: PlanAnswer
}

export interface PlanAnswer {
  readonly id: string
  readonly done: readonly number[]
}

/** How far the server is with a file that it makes for this download. */
export interface Making {
  readonly state: 'making' | 'ready' | 'failed'
  /** 0..1 */
  readonly fraction: number
}

export interface DownloadRequest {
  readonly projectId: string
  /** Null for what comes of several tracks, or versions. */
  readonly trackId: string | null
  readonly versionId: string | null
  readonly filename: string
  /** Address of what is fetched; without it the original of the version. */
  readonly path?: string
  /** Of a file that must be made first: asked again and again until it is ready. */
  readonly prepare?: (signal: AbortSignal) => Promise<Making>
  readonly trackTitle?: string
  /** Compared with what arrived; hexadecimal. */
  readonly sha256?: string
  /** Where known, large files are written straight to a place the person chooses. */
  readonly sizeBytes?: number
}

/** Everything a screen may ask of transfers. `store` says what became of it. */
export interface TransferEngine {
  readonly store: TransfersStore
  /** Queues uploads and returns their transfer ids, in order. */
  upload(requests: readonly UploadRequest[]): readonly string[]
  /** Starts a download and returns its transfer id. Call it from a click: the save dialogue needs one. */
  download(request: DownloadRequest): string
  pause(id: string): void
  resume(id: string): void
  retry(id: string): void
  /** Gives a transfer up, here and on the server. */
  cancel(id: string): void
  /** False when the file is not the one that was begun. */
  chooseFile(id: string, file: File, handle?: FileSystemFileHandle): Promise<boolean>
  dismiss(id: string): void
  dismissFinished(): void
  /**
   * Finds the uploads that a reload interrupted and goes on with those whose files it can open. Call once after
   * sign-in.
   */
  restore(): Promise<void>
  /** Stops everything and forgets what this browser remembers; on sign-out. */
  forget(): Promise<void>
}
