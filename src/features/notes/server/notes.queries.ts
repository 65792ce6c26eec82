import type { Selectable } from 'kysely'
import { changedMeanwhile } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Seconds } from '#shared/units.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { openVersion, type VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { mentionedIn } from '../note-mentions.ts'
import type { NoteEmoji } from '../note-emoji.ts'
import type { Note, NoteReply, NoteState } from '../notes.contract.ts'
import { noteErrors } from '../notes.errors.ts'
import { canDeleteNote, canEditNote, canSetState } from '../notes.policy.ts'
import { readNote, saidReader } from './note-list.queries.ts'
import type { NoteScope } from './notes.scope.ts'
import type { NoteTable } from './notes.tables.ts'

interface NewNote {
  readonly fromSeconds: Seconds
  readonly toSeconds: Seconds | null
  readonly body: string
}

export async function addNote(scope: VersionScope, { fromSeconds, toSeconds, body }: NewNote): Promise<Note> {
  const { version, track } = scope
  if (toSeconds !== null && toSeconds <= fromSeconds) throw noteErrors['note.range']()
  if (version.duration_seconds !== null && fromSeconds > version.duration_seconds) throw noteErrors['note.beyond']()
  const row = await insert(scope, { body, track_id: track.id, version_id: version.id, parent_id: null, from_seconds: fromSeconds, to_seconds: toSeconds })
  await tell(scope, 'note.added', row)
  return readNote(scope, row.id)
}

export async function addReply(scope: NoteScope, { body }: { readonly body: string }): Promise<NoteReply> {
  const { note } = scope
  // A thread has one level: an answer to a reply stands under the note.
  const row = await insert(scope, { body, track_id: note.track_id, version_id: note.version_id, parent_id: note.parent_id ?? note.id, from_seconds: note.from_seconds, to_seconds: note.to_seconds })
  await tell(scope, 'note.replied', row)
  return (await saidReader(scope, [row]))(row)
}

/** `basedOn` is the text as its author saw it: another one since then is not overwritten. */
export async function editNote(scope: NoteScope, { body, basedOn }: { readonly body: string; readonly basedOn?: string | undefined }): Promise<typeof done> {
  const { db, note, now } = scope
  if (!canEditNote(personOf(scope), note.author_id)) throw noteErrors['note.not_yours']()
  const seen = db.updateTable('notes').set({ body, edited_at: now() }).where('id', '=', note.id)
  const { numUpdatedRows } = await (basedOn === undefined ? seen : seen.where('body', 'in', [basedOn, body])).executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw changedMeanwhile({ body: (await db.selectFrom('notes').select('body').where('id', '=', note.id).executeTakeFirstOrThrow()).body })
  await db.deleteFrom('note_mentions').where('note_id', '=', note.id).execute()
  await rememberMentions(scope, note.id, body)
  await tell(scope, 'note.edited', note)
  return done
}

export async function deleteNote(scope: NoteScope): Promise<typeof done> {
  const { db, note, now } = scope
  if (!canDeleteNote(personOf(scope), note.author_id)) throw noteErrors['note.not_yours']()
  await db.updateTable('notes').set({ deleted_at: now() }).where('id', '=', note.id).execute()
  await tell(scope, 'note.deleted', note)
  return done
}

export async function restoreNote(scope: NoteScope): Promise<typeof done> {
  const { db, note } = scope
  if (!canDeleteNote(personOf(scope), note.author_id)) throw noteErrors['note.not_yours']()
  await db.updateTable('notes').set({ deleted_at: null }).where('id', '=', note.id).execute()
  await tell(scope, 'note.restored', note)
  return done
}

export async function setNoteState(scope: NoteScope, change: { readonly state: 'fixed'; readonly versionId: string } | { readonly state: 'verified' | 'open' }): Promise<typeof done> {
  const { db, note, actor, projectId } = scope
  if (note.parent_id !== null) throw noteErrors['note.state']()
  const isAuthorHere = (await peopleIn(db, projectId)).includes(note.author_id)
  if (!canSetState(personOf(scope), { authorId: note.author_id, state: note.state, fixedBy: note.fixed_by, isAuthorHere }, change.state)) throw noteErrors['note.state']()
  if (change.state === 'fixed') await openVersion(scope, note.track_id, change.versionId)
  const fixed = change.state === 'fixed' ? { fixed_in: change.versionId, fixed_by: actor.userId } : change.state === 'open' ? { fixed_in: null, fixed_by: null } : {}
  await db.updateTable('notes').set({ state: change.state, ...fixed }).where('id', '=', note.id).execute()
  await tell(scope, stateEvents[change.state], note)
  return done
}

const stateEvents: Readonly<Record<NoteState, string>> = { fixed: 'note.fixed', verified: 'note.verified', open: 'note.reopened' }

/** Twice the same choice is one. */
export async function react(scope: NoteScope, { emoji, chosen }: { readonly emoji: NoteEmoji; readonly chosen: boolean }): Promise<typeof done> {
  const { db, note, actor } = scope
  if (chosen) await db.insertInto('note_reactions').values({ note_id: note.id, user_id: actor.userId, emoji }).onConflict((c) => c.doNothing()).execute()
  else await db.deleteFrom('note_reactions').where('note_id', '=', note.id).where('user_id', '=', actor.userId).where('emoji', '=', emoji).execute()
  await tell(scope, 'reaction.set', note)
  return done
}

async function insert(scope: ProjectScope, { body, ...place }: Pick<NoteTable, 'body' | 'track_id' | 'version_id' | 'parent_id' | 'from_seconds' | 'to_seconds'>): Promise<Selectable<NoteTable>> {
  const { db, projectId, actor, now, newId } = scope
  const row: Selectable<NoteTable> = { id: newId(), project_id: projectId, ...place, body, author_id: actor.userId, state: 'open', fixed_in: null, fixed_by: null, created_at: now(), edited_at: null, deleted_at: null }
  await db.insertInto('notes').values(row).execute()
  await rememberMentions(scope, row.id, body)
  return row
}

async function rememberMentions({ db, projectId }: ProjectScope, noteId: string, body: string): Promise<void> {
  if (!body.includes('@')) return
  const people = await db.selectFrom('user').select(['id as userId', 'name']).where('id', 'in', ['', ...(await peopleIn(db, projectId))]).execute()
  const mentions = mentionedIn(body, people)
  if (mentions.length > 0) await db.insertInto('note_mentions').values(mentions.map(({ userId, name }) => ({ note_id: noteId, user_id: userId, name }))).execute()
}

function personOf({ actor, role }: ProjectScope) {
  return { userId: actor.userId, role }
}

async function tell(scope: ProjectScope, kind: string, { id, parent_id, track_id }: Selectable<NoteTable>): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, { projectId: scope.projectId, trackId: track_id, noteId: parent_id ?? id })
}
