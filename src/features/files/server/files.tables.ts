import type { Instant } from '#shared/units.ts'
import type { FilePreview } from '../files.contract.ts'
import type { FileAudience } from '../files.policy.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    project_files: ProjectFileTable
    file_versions: FileVersionTable
  }
}

export interface ProjectFileTable {
  id: string
  project_id: string
  track_id: string | null
  name: string
  /** The name as it is compared; unique among a project's files that are not in the trash. */
  name_key: string
  audience: FileAudience
  last_version_number: number
  created_by: string
  created_at: Instant
  updated_at: Instant
  deleted_at: Instant | null
  deleted_by: string | null
}

export interface FileVersionTable {
  id: string
  file_id: string
  project_id: string
  number: number
  file_name: string
  size_bytes: number
  sha256: string
  storage_key: string
  /** What a browser may show of it, by its first bytes; null for download only. */
  preview: FilePreview | null
  media_type: string
  note: string
  /** Null if there is none. */
  noted_by: string | null
  /** FileFacts as JSON, which is `null` where there are none; null until it was read. */
  facts: string | null
  uploaded_by: string
  created_at: Instant
}
