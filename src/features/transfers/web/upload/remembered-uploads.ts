import { clear, createStore, del, entries, set } from 'idb-keyval'
import type { Instant } from '#shared/units.ts'
import type { PlanAnswer } from '../transfer-engine.ts'

/** What is needed to go on with an upload after a reload. */
export interface RememberedUpload {
  readonly id: string
  readonly projectId: string
  readonly trackId: string | null
  readonly trackTitle: string | null
  readonly changelog: string
  /** Missing in what was remembered before there were checklists. */
  readonly start?: PlanAnswer | undefined
  readonly filename: string
  readonly sizeBytes: number
  readonly lastModified: Instant
  readonly startedAt: Instant
  /** Where it goes on; null until the server has begun it. */
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
 * In IndexedDB, which can keep file handles. In a database of its own: the specification's holds the query cache. And
 * one for each person: whoever signs in next at this browser must not read the names of another's files.
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
