import type { AliasedExpression, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'
import { defineHook } from '#server/hooks.ts'

/** Names of the numbers that a card shows beside a project's own. */
export type CardCount = 'track_count' | 'open_note_count' | 'open_task_count' | 'size_bytes' | 'last_version_at'

/** Subselects beside a row of `projects`, so that a list of cards stays one read whoever counts in it. */
export const cardCounts = defineHook<[db: Db], readonly AliasedExpression<number | null, CardCount>[]>(
  'project.card_counts',
)

/** What people brought: bounces, files on notes, and uploads on their way with the size they will have. */
export type BroughtKind = 'originals' | 'attachments' | 'uploads'

/** A row for each project, trash included: `trashed` is what of it lies there. */
export interface BroughtRow {
  readonly project_id: string
  readonly bytes: number
  readonly trashed: number
}

export interface BroughtBytes {
  readonly kind: BroughtKind
  readonly query: RawBuilder<BroughtRow>
}

/** The ids of the projects to look at; undefined for all. */
export type ProjectIds = SelectQueryBuilder<Tables, 'projects', { id: string }> | undefined

/** Queries and no sums: whoever asks puts them into one statement, so that all is from one moment. */
export const broughtBytes = defineHook<[db: Db, projects: ProjectIds], BroughtBytes>('project.brought_bytes')
