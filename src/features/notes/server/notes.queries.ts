import type { Selectable } from 'kysely'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { openTrack, openVersion, refuseFinal, type VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { waitFor } from '#server/auth/limits/limits.ts'
import { guestCounters } from '#server/auth/limits/try-counters.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { changedMeanwhile } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { done } from '#shared/shapes.ts'
import type { NoteEmoji } from '../note-emoji.ts'
import { mentionedIn } from '../note-mentions.ts'
import {
  type Note,
  type NoteChange,
  noteErrors,
  type NoteReply,
  type NoteState,
  type NoteWords,
} from '../notes.contract.ts'
import { canDeleteNote, canEditNote, canSetState } from '../notes.policy.ts'
import { attachTo } from './attachments.queries.ts'
import { noteChanged } from './note-hooks.ts'
import { readNote, saidReader } from './note-list.queries.ts'
import type { NoteScope } from './notes.scope.ts'
import type { NoteTable } from './notes.tables.ts'

/** What is left out is not marked, and everybody may see it. */
export type NewNote = Pick<NoteWords, 'fromSeconds' | 'toSeconds' | 'body'> & Partial<NoteWords> & WithFiles

interface WithFiles {
  readonly attachmentIds?: readonly string[]
}

export async function addNote(scope: VersionScope, note: NewNote): Promise<Note> {
  const row = await insertNote(scope, note)
  await tell(scope, 'note.added', row)
  return readNote(scope, row.id)
}

/** Notes that were written before, with their ids; whoever calls says that they are there. */
export async function publishNotes(
  scope: VersionScope,
  setId: string,
  notes: readonly (NoteWords & { readonly id: string })[],
): Promise<void> {
  const { version, track } = scope
  const rows: Selectable<NoteTable>[] = []
  for (const { id, body, fromSeconds, toSeconds, section, part, direction, visibility } of notes) {
    rows.push(
      await insert(
        scope,
        {
          body,
          section,
          part,
          direction,
          visibility,
          set_id: setId,
          track_id: track.id,
          version_id: version.id,
          parent_id: null,
          from_seconds: fromSeconds,
          to_seconds: toSeconds,
        },
        id,
      ),
    )
  }
  await tellNamed(scope, rows)
}

/** Many at once, told as one: all or none. Returns how many. */
export async function addNotes(scope: VersionScope, notes: readonly NewNote[]): Promise<number> {
  const rows: Selectable<NoteTable>[] = []
  for (const note of notes) rows.push(await insertNote(scope, note))
  const { projectId, track, version } = scope
  await emit(scope, `project:${projectId}`, 'note.imported', { projectId, trackId: track.id, versionId: version.id })
  await tellNamed(scope, rows)
  return notes.length
}

/** Of many that are told as one: those in which somebody is named. */
async function tellNamed(scope: ProjectScope, rows: readonly Selectable<NoteTable>[]): Promise<void> {
  const named = await scope.db
    .selectFrom('note_mentions')
    .select('note_id')
    .distinct()
    .where(
      'note_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const ids = new Set(named.map(({ note_id }) => note_id))
  for (const row of rows) if (ids.has(row.id)) await tell(scope, 'note.named', row)
}

async function insertNote(
  scope: VersionScope,
  {
    attachmentIds = [],
    fromSeconds,
    toSeconds,
    body,
    section = null,
    part = null,
    direction = null,
    visibility = 'everyone',
  }: NewNote,
): Promise<Selectable<NoteTable>> {
  refuseMisplaced(scope, { fromSeconds, toSeconds })
  const row = await insert(scope, {
    body,
    section,
    part,
    direction,
    visibility: scope.share ? 'everyone' : visibility,
    set_id: null,
    track_id: scope.track.id,
    version_id: scope.version.id,
    parent_id: null,
    from_seconds: fromSeconds,
    to_seconds: toSeconds,
  })
  await attachTo(scope, row, attachmentIds)
  return row
}

/** A note lies inside its version and runs forwards. */
export function refuseMisplaced(
  { version }: VersionScope,
  { fromSeconds, toSeconds }: Pick<NoteWords, 'fromSeconds' | 'toSeconds'>,
): void {
  if (toSeconds !== null && toSeconds <= fromSeconds) throw noteErrors['note.range']()
  if (version.duration_seconds !== null && fromSeconds > version.duration_seconds) throw noteErrors['note.beyond']()
}

export async function addReply(
  scope: NoteScope,
  { body, attachmentIds = [] }: { readonly body: string } & WithFiles,
): Promise<NoteReply> {
  const { note } = scope
  // A thread has one level: an answer to a reply stands under the note.
  const row = await insert(scope, {
    body,
    section: null,
    part: null,
    direction: null,
    visibility: note.visibility,
    set_id: null,
    track_id: note.track_id,
    version_id: note.version_id,
    parent_id: note.parent_id ?? note.id,
    from_seconds: note.from_seconds,
    to_seconds: note.to_seconds,
  })
  await attachTo(scope, row, attachmentIds)
  await tell(scope, 'note.replied', row)
  return (await saidReader(scope, [row]))(row)
}

/** `basedOn` is the text as its author saw it: another one since then is not overwritten. */
export async function editNote(
  scope: NoteScope,
  { body, basedOn, visibility, ...marks }: NoteChange,
): Promise<typeof done> {
  const { db, note, now } = scope
  if (!canEditNote(personOf(scope), note.author_id)) throw noteErrors['note.not_yours']()
  if (note.parent_id === null) {
    if (Object.keys(marks).length > 0)
      await db
        .updateTable('notes')
        .set({ ...marks, edited_at: now() })
        .where('id', '=', note.id)
        .execute()
    // A guest would lose sight of it.
    if (visibility !== undefined && !scope.share)
      await db
        .updateTable('notes')
        .set({ visibility })
        .where((eb) => eb.or([eb('id', '=', note.id), eb('parent_id', '=', note.id)]))
        .execute()
  }
  if (body !== undefined) {
    const seen = db.updateTable('notes').set({ body, edited_at: now() }).where('id', '=', note.id)
    const { numUpdatedRows } = await (
      basedOn === undefined ? seen : seen.where('body', 'in', [basedOn, body])
    ).executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0)
      throw changedMeanwhile({
        body: (await db.selectFrom('notes').select('body').where('id', '=', note.id).executeTakeFirstOrThrow()).body,
      })
    await db.deleteFrom('note_mentions').where('note_id', '=', note.id).execute()
    await rememberMentions(scope, note.id, body)
  }
  await tell(scope, 'note.edited', note)
  return done
}

export async function deleteNote(scope: NoteScope): Promise<typeof done> {
  const { db, note, now } = scope
  if (!canDeleteNote(personOf(scope), note.author_id)) throw noteErrors['note.not_yours']()
  await lockProject(db, scope.projectId)
  await db.updateTable('notes').set({ deleted_at: now() }).where('id', '=', note.id).execute()
  await tell(scope, 'note.deleted', note)
  return done
}

export async function restoreNote(scope: NoteScope): Promise<typeof done> {
  const { db, note } = scope
  if (!canDeleteNote(personOf(scope), note.author_id)) throw noteErrors['note.not_yours']()
  await lockProject(db, scope.projectId)
  await db.updateTable('notes').set({ deleted_at: null }).where('id', '=', note.id).execute()
  await tell(scope, 'note.restored', note)
  await noteChanged.ask({ ...scope, note: { ...note, deleted_at: null } })
  return done
}

export async function setNoteState(
  scope: NoteScope,
  change: { readonly state: 'fixed'; readonly versionId: string } | { readonly state: 'verified' | 'open' },
): Promise<typeof done> {
  if (change.state === 'fixed') await openVersion(scope, scope.note.track_id, change.versionId)
  await moveNote(scope, change.state, change.state === 'fixed' ? change.versionId : null)
  return done
}

/**
 * Brings a note into its next state, and what follows it: `versionId` is where it is called fixed. Two who move it at
 * once come one after the other.
 */
export async function moveNote(scope: NoteScope, state: NoteState, versionId: string | null): Promise<NoteScope> {
  const { db, actor, projectId } = scope
  await lockProject(db, projectId)
  const note = await db.selectFrom('notes').selectAll().where('id', '=', scope.note.id).executeTakeFirstOrThrow()
  if (note.parent_id !== null) throw noteErrors['note.state']()
  await refuseFinal(await openTrack(scope, note.track_id))
  const isAuthorHere = (await peopleIn(db, projectId)).includes(note.author_id)
  if (
    !canSetState(
      personOf(scope),
      { authorId: note.author_id, state: note.state, fixedBy: note.fixed_by, isAuthorHere },
      state,
    )
  )
    throw noteErrors['note.state']()
  const fixed =
    state === 'fixed'
      ? { fixed_in: versionId, fixed_by: actor.userId }
      : state === 'open'
        ? { fixed_in: null, fixed_by: null }
        : {}
  await db
    .updateTable('notes')
    .set({ state, ...fixed })
    .where('id', '=', note.id)
    .execute()
  await tell(scope, stateEvents[state], note)
  const moved = { ...scope, note: { ...scope.note, ...note, state, ...fixed } }
  await noteChanged.ask(moved)
  return moved
}

/** Says of a note that is called fixed that it is so in another version. */
export async function fixNoteIn(scope: NoteScope, versionId: string): Promise<void> {
  await scope.db
    .updateTable('notes')
    .set({ fixed_in: versionId, fixed_by: scope.actor.userId })
    .where('id', '=', scope.note.id)
    .where('state', '=', 'fixed')
    .execute()
  await tell(scope, 'note.fixed', scope.note)
}

const stateEvents: Readonly<Record<NoteState, ProjectEventKind>> = {
  fixed: 'note.fixed',
  verified: 'note.verified',
  open: 'note.reopened',
}

/** Twice the same choice is one. */
export async function react(
  scope: NoteScope,
  { emoji, chosen }: { readonly emoji: NoteEmoji; readonly chosen: boolean },
): Promise<typeof done> {
  const { db, note, actor } = scope
  if (chosen)
    await db
      .insertInto('note_reactions')
      .values({ note_id: note.id, user_id: actor.userId, emoji })
      .onConflict((c) => c.doNothing())
      .execute()
  else
    await db
      .deleteFrom('note_reactions')
      .where('note_id', '=', note.id)
      .where('user_id', '=', actor.userId)
      .where('emoji', '=', emoji)
      .execute()
  await tell(scope, 'reaction.set', note)
  return done
}

type NewRow = Pick<
  NoteTable,
  | 'body'
  | 'section'
  | 'part'
  | 'direction'
  | 'visibility'
  | 'set_id'
  | 'track_id'
  | 'version_id'
  | 'parent_id'
  | 'from_seconds'
  | 'to_seconds'
>

async function insert(
  scope: ProjectScope,
  { body, ...place }: NewRow,
  id = scope.newId(),
): Promise<Selectable<NoteTable>> {
  const { db, projectId, actor, now } = scope
  await refuseFlood(scope)
  const row: Selectable<NoteTable> = {
    id,
    project_id: projectId,
    ...place,
    body,
    author_id: actor.userId,
    state: 'open',
    fixed_in: null,
    fixed_by: null,
    created_at: now(),
    edited_at: null,
    deleted_at: null,
  }
  await db.insertInto('notes').values(row).execute()
  await rememberMentions(scope, row.id, body)
  return row
}

/** By guests of a link at one address, in an hour: one that went astray must not bury a project. */
const GUEST_NOTES = 300

async function refuseFlood({ db, share, now }: ProjectScope): Promise<void> {
  const wait = share && (await waitFor(db, guestCounters({ what: 'notes', ...share, max: GUEST_NOTES }), now()))
  if (wait !== undefined) throw noteErrors['note.too_many']()
}

async function rememberMentions({ db, projectId, share }: ProjectScope, noteId: string, body: string): Promise<void> {
  // To a guest it would tell who is in the project.
  if (share || !body.includes('@')) return
  const people = await db
    .selectFrom('user')
    .select(['id as userId', 'name'])
    .where('id', 'in', ['', ...(await peopleIn(db, projectId))])
    .execute()
  const mentions = mentionedIn(body, people)
  if (mentions.length > 0)
    await db
      .insertInto('note_mentions')
      .values(mentions.map(({ userId, name }) => ({ note_id: noteId, user_id: userId, name })))
      .execute()
}

function personOf({ actor, role }: ProjectScope) {
  return { userId: actor.userId, role }
}

async function tell(
  scope: ProjectScope,
  kind: ProjectEventKind,
  { id, parent_id, track_id }: Selectable<NoteTable>,
): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, {
    projectId: scope.projectId,
    trackId: track_id,
    noteId: parent_id ?? id,
    ...(parent_id !== null && { replyId: id }),
  })
}
