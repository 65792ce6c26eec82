import {
  madeAfter,
  moment,
  momentOrNull,
  ownPages,
  OWN_PAGE,
  type OwnPart,
  type OwnThing,
} from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import { placeOf } from '#features/tracks/server/versions/own-versions.queries.ts'
import type { UserScope } from '#server/scope.ts'
import { ownDrafts, ownSets } from './own-rounds.queries.ts'

export const ownNotes: readonly OwnPart[] = [
  { name: 'notes', read: writtenNotes },
  { name: 'reactions', read: ownReactions },
  { name: 'noteFiles', read: ownFiles },
  { name: 'noteDrafts', read: ownDrafts },
  { name: 'sentNotes', read: ownSets },
]

/** Replies too. What became of a note is told while one may open the project. */
function writtenNotes(scope: UserScope): AsyncIterable<readonly OwnThing[]> {
  const { db, actor } = scope
  return ownPages(
    (last) =>
      db
        .selectFrom('notes')
        .leftJoin(openProjects(scope), 'open.id', 'notes.project_id')
        .leftJoin('tracks', (join) =>
          join
            .onRef('tracks.id', '=', 'notes.track_id')
            .onRef('tracks.project_id', '=', 'open.id')
            .on('tracks.deleted_at', 'is', null),
        )
        .leftJoin('versions', 'versions.id', 'notes.version_id')
        .selectAll('notes')
        .select([
          'versions.number as version_number',
          'open.id as open_id',
          'open.name as open_name',
          'tracks.title as track_title',
        ])
        .where('notes.author_id', '=', actor.userId)
        .where(madeAfter('notes', last))
        .orderBy('notes.created_at')
        .orderBy('notes.id')
        .limit(OWN_PAGE)
        .execute(),
    (row) => ({
      id: row.id,
      replyTo: row.parent_id,
      ...placeOf(row),
      fromSeconds: row.from_seconds,
      toSeconds: row.to_seconds,
      body: row.body,
      section: row.section,
      part: row.part,
      direction: row.direction,
      visibility: row.visibility,
      state: row.open_id === null ? null : row.state,
      writtenAt: moment(row.created_at),
      editedAt: momentOrNull(row.edited_at),
      deletedAt: momentOrNull(row.deleted_at),
    }),
  )
}

async function ownReactions({ db, actor }: UserScope): Promise<readonly OwnThing[]> {
  const rows = await db
    .selectFrom('note_reactions')
    .select(['note_id', 'emoji'])
    .where('user_id', '=', actor.userId)
    .orderBy('note_id')
    .orderBy('emoji')
    .execute()
  return rows.map(({ note_id: noteId, emoji }) => ({ noteId, emoji }))
}

/** Not their bytes: those are where the note is. */
function ownFiles(scope: UserScope): AsyncIterable<readonly OwnThing[]> {
  const { db, actor } = scope
  return ownPages(
    (last) =>
      db
        .selectFrom('note_attachments')
        .select([
          'id',
          'note_id',
          'kind',
          'file_name',
          'media_type',
          'size_bytes',
          'sha256',
          'duration_seconds',
          'created_at',
        ])
        .where('author_id', '=', actor.userId)
        .where(madeAfter('note_attachments', last))
        .orderBy('created_at')
        .orderBy('id')
        .limit(OWN_PAGE)
        .execute(),
    (row) => ({
      noteId: row.note_id,
      kind: row.kind,
      fileName: row.file_name,
      mediaType: row.media_type,
      sizeBytes: row.size_bytes,
      sha256: row.sha256,
      durationSeconds: row.duration_seconds,
      addedAt: moment(row.created_at),
    }),
  )
}
