import { defineHook } from '#server/hooks.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { Instant } from '#shared/units.ts'

/** A file in a project's ZIP beside its bounces. */
export interface ArchivedExtra {
  /** In the ZIP: safe on every system, and unique. */
  readonly path: string
  readonly sizeBytes: number
  readonly storageKey: string
  readonly at: Instant
}

/** What later features add to a project's ZIP: of what the requester may see and download. */
export const archiveExtras = defineHook<[scope: ProjectScope, which: 'newest' | 'all'], readonly ArchivedExtra[]>(
  'archive.extras',
)
