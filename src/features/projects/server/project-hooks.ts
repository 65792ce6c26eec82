import type { AliasedExpression, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'
import { defineHook } from '#server/hooks.ts'

/** Names of the counts on a project card. */
export type CardCount = 'track_count' | 'open_note_count' | 'open_task_count' | 'size_bytes' | 'last_version_at'

/** Subselects for a row of `projects`, so that a list of cards stays one read. */
export const cardCounts = defineHook<[db: Db], readonly AliasedExpression<number | null, CardCount>[]>(
  'project.card_counts',
)

/** The same for dates, such as 2026-11-28. */
export const cardDates = defineHook<[db: Db], readonly AliasedExpression<string | null, 'next_due_on'>[]>(
  'project.card_dates',
)

/** User content: bounces, files on notes, and running uploads with their final size. */
export type BroughtKind = 'originals' | 'attachments' | 'uploads'

/** One row per project, including the trash: `trashed` is the part in the trash. */
export interface BroughtRow {
  readonly project_id: string
  readonly bytes: number
  readonly trashed: number
}

export interface BroughtBytes {
  readonly kind: BroughtKind
  readonly query: RawBuilder<BroughtRow>
}

/** A query for the projects' ids; undefined for all. */
export type ProjectIds = SelectQueryBuilder<Tables, 'projects', { id: string }> | undefined

/** Returns queries, not sums: the caller combines them into one statement, so that all come from one snapshot. */
export const broughtBytes = defineHook<[db: Db, projects: ProjectIds], BroughtBytes>('project.brought_bytes')
