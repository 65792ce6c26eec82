import * as z from 'zod'
import { moment, type OwnThing } from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import { placeOf } from '#features/tracks/server/versions/own-versions.queries.ts'
import type { UserScope } from '#server/scope.ts'

/** Of what was sent: only its author's words, which ids and names of the project stand around. */
const SentContent = z.object({ notes: z.array(z.record(z.string(), z.unknown())) })

export async function ownDrafts(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const rows = await db
    .selectFrom('note_drafts')
    .innerJoin('note_rounds', 'note_rounds.id', 'note_drafts.round_id')
    .leftJoin(openProjects(scope), 'open.id', 'note_drafts.project_id')
    .leftJoin('tracks', (join) =>
      join
        .onRef('tracks.id', '=', 'note_rounds.track_id')
        .onRef('tracks.project_id', '=', 'open.id')
        .on('tracks.deleted_at', 'is', null),
    )
    .leftJoin('versions', 'versions.id', 'note_rounds.version_id')
    .selectAll('note_drafts')
    .select([
      'versions.number as version_number',
      'open.id as open_id',
      'open.name as open_name',
      'tracks.title as track_title',
    ])
    .where('note_drafts.author_id', '=', actor.userId)
    .orderBy('note_drafts.created_at')
    .orderBy('note_drafts.id')
    .execute()
  return rows.map((row) => ({
    ...placeOf(row),
    fromSeconds: row.from_seconds,
    toSeconds: row.to_seconds,
    body: row.body,
    section: row.section,
    part: row.part,
    direction: row.direction,
    visibility: row.visibility,
    writtenAt: moment(row.created_at),
  }))
}

/** Word for word as it was sent, whatever became of the notes since. */
export async function ownSets(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const rows = await db
    .selectFrom('note_sets')
    .innerJoin('note_rounds', 'note_rounds.id', 'note_sets.round_id')
    .leftJoin(openProjects(scope), 'open.id', 'note_sets.project_id')
    .leftJoin('tracks', (join) =>
      join
        .onRef('tracks.id', '=', 'note_rounds.track_id')
        .onRef('tracks.project_id', '=', 'open.id')
        .on('tracks.deleted_at', 'is', null),
    )
    .leftJoin('versions', 'versions.id', 'note_rounds.version_id')
    .select([
      'note_sets.author_name',
      'note_sets.sent_at',
      'note_sets.content',
      'note_sets.sha256',
      'note_rounds.number',
      'versions.number as version_number',
      'open.id as open_id',
      'open.name as open_name',
      'tracks.title as track_title',
    ])
    .where('note_sets.author_id', '=', actor.userId)
    .orderBy('note_sets.sent_at')
    .orderBy('note_sets.id')
    .execute()
  return rows.map((row) => ({
    ...placeOf(row),
    round: row.open_id === null ? null : row.number,
    by: row.author_name,
    sentAt: moment(row.sent_at),
    sha256: row.sha256,
    notes: SentContent.parse(JSON.parse(row.content)).notes,
  }))
}
