import { Listeners } from '#shared/listeners.ts'
import type { Instant, Seconds } from '#shared/units.ts'

/** The specification's four statuses. */
export type TransferStatus = 'uploading' | 'downloading' | 'error' | 'completed'

/**
 * What an unfinished transfer is doing: bytes are moving, it is queued, the user paused it, it retries without a
 * network, its file must be chosen again, the server verifies the complete file, or the server is making the file to
 * download.
 */
export type TransferPhase = 'moving' | 'queued' | 'paused' | 'retrying' | 'file-needed' | 'sealing' | 'making'

/**
 * Stable reasons; the texts are in `transfers.strings.ts`. The first four are the specification's "File fetch error",
 * "Wrong content-length" (another one, or none) and "Stream error", whose exact text is in `message`.
 */
export type TransferErrorCode =
  | 'file-fetch'
  | 'content-length'
  | 'no-length'
  | 'stream'
  | 'checksum'
  | 'network'
  | 'server'
  | 'storage-full'
  | 'over-quota'
  | 'in-trash'
  | 'too-large'
  | 'not-allowed'
  | 'gone'
  | 'file-changed'
  | 'file-unreadable'
  | 'save'
  | 'making'

export interface TransferError {
  readonly code: TransferErrorCode
  readonly message: string
  /** HTTP status, if an answer came. */
  readonly httpStatus: number | null
}

/** The actions allowed now; buttons depend only on these. */
export interface TransferChoices {
  readonly pause: boolean
  readonly resume: boolean
  readonly retry: boolean
  readonly cancel: boolean
  /** Choose the file again (`chooseFile`). */
  readonly chooseFile: boolean
  /** Remove a finished or failed one from the list. */
  readonly dismiss: boolean
}

export interface Transfer {
  readonly id: string
  readonly kind: 'upload' | 'download'
  readonly filename: string
  /** Percent, 0 to 100. */
  readonly progress: number
  readonly status: TransferStatus
  readonly phase: TransferPhase
  readonly error: TransferError | null
  readonly bytes: number
  /** The server's progress in making the file, 0..1; shown until bytes arrive. */
  readonly madeShare?: number
  /** Whether the file was compared with a hash. */
  readonly isVerified?: boolean
  /** Null until the server has reported it. */
  readonly totalBytes: number | null
  readonly bytesPerSecond: number | null
  readonly secondsLeft: Seconds | null
  readonly projectId: string
  /** For an upload that becomes no bounce but another file: its id, null until it is finished. */
  readonly fileId?: string | null
  /** For an upload: nobody is told of the version. */
  readonly isQuiet?: boolean
  /** For an upload that creates a track: known when it is finished. */
  readonly trackId: string | null
  /** The title of the target or source track, if known. */
  readonly trackTitle: string | null
  /** Known when an upload is finished, and from the start of a download. */
  readonly versionId: string | null
  /**
   * For an upload that waits for its file: `resume` can ask the browser for it, so that the user need not choose it
   * again.
   */
  readonly reopens: boolean
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
  readonly can: TransferChoices
}

export interface TransfersStore {
  /** For `useSyncExternalStore`. */
  readonly subscribe: (listener: () => void) => () => void
  /** Newest last; the same array until something changes. */
  readonly list: () => readonly Transfer[]
}

export type TransferDraft = Omit<Transfer, 'can' | 'progress' | 'secondsLeft'>

/** The engine's side of the store. Derives progress, time left and choices here, so that they agree. */
export interface WritableTransfersStore extends TransfersStore {
  put(draft: TransferDraft): void
  update(id: string, part: Partial<Omit<TransferDraft, 'id' | 'kind'>>): void
  remove(id: string): void
  find(id: string): Transfer | undefined
}

export function transfersStore(): WritableTransfersStore {
  const listeners = new Listeners()
  let transfers: readonly Transfer[] = []
  const set = (next: readonly Transfer[]) => {
    transfers = next
    listeners.tell()
  }
  return {
    subscribe: listeners.add,
    list: () => transfers,
    find: (id) => transfers.find((transfer) => transfer.id === id),
    put(draft) {
      const others = transfers.filter((transfer) => transfer.id !== draft.id)
      set([...others, completed(draft)])
    },
    update(id, part) {
      if (transfers.some((transfer) => transfer.id === id))
        set(transfers.map((transfer) => (transfer.id === id ? completed({ ...transfer, ...part }) : transfer)))
    },
    remove(id) {
      if (transfers.some((transfer) => transfer.id === id)) set(transfers.filter((transfer) => transfer.id !== id))
    },
  }
}

function completed(draft: TransferDraft): Transfer {
  const moving = draft.status !== 'completed' && draft.status !== 'error' && draft.phase === 'moving'
  const bytesPerSecond = moving ? draft.bytesPerSecond : null
  const secondsLeft =
    bytesPerSecond && draft.totalBytes !== null ? Math.max(0, draft.totalBytes - draft.bytes) / bytesPerSecond : null
  return { ...draft, bytesPerSecond, secondsLeft, progress: percent(draft), can: choices(draft) }
}

/** Percent of the bytes, clamped to 0..100; an empty file counts as done when it is completed. */
export function percent({
  bytes,
  totalBytes,
  status,
  phase,
  madeShare = 0,
}: Pick<TransferDraft, 'bytes' | 'totalBytes' | 'status'> &
  Partial<Pick<TransferDraft, 'phase' | 'madeShare'>>): number {
  if (status === 'completed') return 100
  if (phase === 'making') return madeShare * 100
  if (!totalBytes) return 0
  return Math.min(100, Math.max(0, (bytes / totalBytes) * 100))
}

function choices({ status, phase, kind, reopens }: TransferDraft): TransferChoices {
  const over = status === 'completed'
  const failed = status === 'error'
  const running = !over && !failed
  const waiting = phase === 'queued' || phase === 'moving' || phase === 'retrying'
  return {
    pause: running && waiting,
    resume: running && (phase === 'paused' || (phase === 'file-needed' && reopens)),
    retry: failed || (running && phase === 'retrying'),
    cancel: running || (failed && kind === 'upload'),
    chooseFile: running && phase === 'file-needed',
    dismiss: over || failed,
  }
}
