import type { Generated } from 'kysely'
import type { FileAudience } from '#features/files/files.policy.ts'
import type { Instant } from '#shared/units.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    uploads: UploadTable
  }
}

/**
 * `receiving` bytes; `sealing` once all are there; `finished` when the version exists; `cancelled` by its owner or the
 * sweep.
 */
export type UploadState = 'receiving' | 'sealing' | 'finished' | 'cancelled'

export interface UploadTable {
  id: string
  project_id: string
  user_id: string
  /** What it becomes: a version of a track, or of another file of the project. */
  destination: Generated<'track' | 'file'>
  /** The file of the new version; null for the one with its name, or a new one. */
  file_id: string | null
  /** Who can see a new file. */
  audience: FileAudience | null
  /**
   * The track of the new version; null creates a track called `track_title`. For another file: the track it belongs to,
   * if any.
   */
  track_id: string | null
  track_title: string
  /** Chosen at the start, so that the file's final key is known before it is complete. */
  version_id: string
  file_name: string
  changelog: string
  /** The version plan this file answers, and the positions of its finished items, such as 0,2,3. */
  start_id: string | null
  start_done: string | null
  /** 1: nobody is told of the version. */
  is_quiet: Generated<number>
  size_bytes: number
  /** Bytes that have arrived, a few seconds old; the store knows how many are durable. */
  offset_bytes: number
  state: UploadState
  storage_key: string | null
  /** The storage driver's reference (an S3 multipart id); null for disk. */
  storage_ref: string | null
  sha256: string | null
  lease_id: string | null
  lease_until: Instant | null
  created_at: Instant
  expires_at: Instant
}
