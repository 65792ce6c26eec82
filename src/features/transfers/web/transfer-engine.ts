import type { FileAudience } from '#features/files/files.policy.ts'
import type { TransfersStore } from './panel/transfers-store.ts'

/** A file of the project that is no bounce: new, or a version of the one with its name or with `fileId`. */
export interface FileDestination {
  readonly fileId?: string
  /** The track that a new one belongs to. */
  readonly trackId?: string | undefined
  readonly audience: FileAudience
}

/** A file and its target: a version of a track, a new track, or a file of the project. */
export interface UploadRequest {
  readonly projectId: string
  readonly file: File
  /** From the File System Access API, if supported: the upload then resumes by itself after a reload. */
  readonly handle?: FileSystemFileHandle
  readonly target:
    | { readonly trackId: string; readonly trackTitle?: string }
    | { readonly trackTitle: string }
    | { readonly destination: FileDestination }
  readonly changelog?: string
  /** The version's checklist, and the indexes of its done items. */
  readonly start?: PlanAnswer
  /** Nobody is told of the version. */
  readonly isQuiet?: boolean
}

export interface PlanAnswer {
  readonly id: string
  readonly done: readonly number[]
}

/** The server's progress in making a file for download. */
export interface Making {
  readonly state: 'making' | 'ready' | 'failed'
  /** 0..1 */
  readonly fraction: number
}

export interface DownloadRequest {
  readonly projectId: string
  /** Null for files made from several tracks or versions. */
  readonly trackId: string | null
  readonly versionId: string | null
  readonly filename: string
  /** The URL to fetch; if omitted, the version's original. */
  readonly path?: string
  /** For a file that must be made first: polled until it is ready. */
  readonly prepare?: (signal: AbortSignal) => Promise<Making>
  readonly trackTitle?: string
  /** The expected hash, hexadecimal. */
  readonly sha256?: string
  /** If known, large files are written directly to a file that the user chooses. */
  readonly sizeBytes?: number
}

/** All commands for transfers. Results appear in `store`. */
export interface TransferEngine {
  readonly store: TransfersStore
  /** Queues uploads and returns their transfer ids, in order. */
  upload(requests: readonly UploadRequest[]): readonly string[]
  /** Starts a download and returns its transfer id. Call it in a click handler: the save dialog needs one. */
  download(request: DownloadRequest): string
  pause(id: string): void
  resume(id: string): void
  retry(id: string): void
  /** Cancels a transfer, here and on the server. */
  cancel(id: string): void
  /** False if it is not the same file. */
  chooseFile(id: string, file: File, handle?: FileSystemFileHandle): Promise<boolean>
  dismiss(id: string): void
  dismissFinished(): void
  /**
   * Restores the uploads that a reload interrupted, and resumes those whose files it can open. Call once after sign-in.
   */
  restore(): Promise<void>
  /** Stops all transfers and deletes what this browser stores; on sign-out. */
  forget(): Promise<void>
}
