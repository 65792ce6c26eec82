import { clear, createStore, del, entries, set } from 'idb-keyval'
import type { Instant } from '#shared/units.ts'
import type { FileDestination, PlanAnswer } from '../transfer-engine.ts'

/** What is needed to resume an upload after a reload. */
export interface RememberedUpload {
  readonly id: string
  readonly projectId: string
  readonly trackId: string | null
  readonly trackTitle: string | null
  readonly changelog: string
  /** Missing in entries from before checklists existed. */
  readonly start?: PlanAnswer | undefined
  /** Set for a file that is no bounce. */
  readonly destination?: FileDestination | undefined
  /** Nobody is told of the version. */
  readonly isQuiet?: boolean | undefined
  readonly filename: string
  readonly sizeBytes: number
  readonly lastModified: Instant
  readonly startedAt: Instant
  /** The upload's URL; null until the server has created it. */
  readonly uploadUrl: string | null
  readonly sha256: string | null
  readonly paused: boolean
  readonly handle: FileSystemFileHandle | null
}

export interface RememberedUploads {
  all(): Promise<readonly RememberedUpload[]>
  remember(upload: RememberedUpload): Promise<void>
  forget(id: string): Promise<void>
  clear(): Promise<void>
}

/**
 * In IndexedDB, which can store file handles. A separate database, because the specification's holds the query cache,
 * and one per user, so that the next user of this browser cannot read another's file names.
 */
export function uploadsInBrowser(userId: string): RememberedUploads {
  const store = createStore(`roughmix-uploads-${userId}`, 'uploads')
  return {
    async all() {
      const rows = await entries<string, RememberedUpload>(store)
      return rows.map(([, upload]) => upload).sort((a, b) => a.startedAt - b.startedAt)
    },
    remember: (upload) => set(upload.id, upload, store),
    forget: (id) => del(id, store),
    clear: () => clear(store),
  }
}
