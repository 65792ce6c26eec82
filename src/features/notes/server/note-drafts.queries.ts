import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Services } from '#server/services.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { NoteRoundDraft, NoteSet } from '../note-rounds.contract.ts'
import { noteSetContent } from '../note-set-content.ts'
import { noteErrors, type NoteWords } from '../notes.contract.ts'
import { setOf, tellRound } from './note-rounds.queries.ts'
import type { RoundScope } from './note-rounds.scope.ts'
import { publishNotes, refuseMisplaced } from './notes.queries.ts'
import type { NoteDraftTable } from './notes.tables.ts'

/** Nobody needs more at a time. */
const MOST_DRAFTS = 500

/** The user's own drafts; nobody sees another's. */
export async function listDrafts(scope: RoundScope): Promise<{ items: NoteRoundDraft[]; nextCursor: null }> {
  return {
    items: (await ownDrafts(scope).orderBy('from_seconds').orderBy('id').execute()).map(draftOf),
    nextCursor: null,
  }
}

export async function addDraft(scope: RoundScope, draft: NoteWords): Promise<NoteRoundDraft> {
  const { db, round, projectId, actor, now, newId } = scope
  refuseMisplaced(scope, draft)
  if (round.over_at !== null) throw noteErrors['round.is_closed']()
  const { count } = await db
    .selectFrom('note_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('round_id', '=', round.id)
    .where('author_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_DRAFTS) throw noteErrors['round.full']()
  const row = {
    id: newId(),
    project_id: projectId,
    round_id: round.id,
    author_id: actor.userId,
    ...columnsOf(draft),
    created_at: now(),
  }
  await db.insertInto('note_drafts').values(row).execute()
  return draftOf(row)
}

export async function changeDraft(scope: RoundScope, draftId: string, draft: NoteWords): Promise<typeof done> {
  refuseMisplaced(scope, draft)
  await openDraft(scope, draftId)
  await scope.db.updateTable('note_drafts').set(columnsOf(draft)).where('id', '=', draftId).execute()
  return done
}

export async function dropDraft(scope: RoundScope, draftId: string): Promise<typeof done> {
  await openDraft(scope, draftId)
  await scope.db.deleteFrom('note_drafts').where('id', '=', draftId).execute()
  return done
}

/** Drafts are private to their author: nobody could read or delete them once the account is gone. */
export async function eraseDraftsOf({ database: { db } }: Services, userId: string): Promise<void> {
  await db.deleteFrom('note_drafts').where('author_id', '=', userId).execute()
}

/** One transaction: the drafts become notes with their ids, and the sent set is stored with its hash. */
export async function sendDrafts(scope: RoundScope): Promise<NoteSet> {
  const { db, round, roundIds, version, projectId, actor, now, newId } = scope
  // If two windows send at once, the second finds no drafts.
  const drafts = await db
    .deleteFrom('note_drafts')
    .where('round_id', 'in', [...roundIds])
    .where('author_id', '=', actor.userId)
    .returningAll()
    .execute()
  if (drafts.length === 0) throw noteErrors['round.empty']()
  const notes = drafts.map((row) => within(scope, draftOf(row)))
  const sentAt = now()
  const content = noteSetContent({
    projectId,
    trackId: round.track_id,
    versionId: version.id,
    fileSha256: version.sha256,
    round: round.number,
    author: { id: actor.userId, name: actor.name },
    sentAt,
    notes,
  })
  const set = {
    id: newId(),
    project_id: projectId,
    round_id: round.id,
    author_id: actor.userId,
    author_name: actor.name,
    sent_at: sentAt,
    note_count: notes.length,
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  await db.insertInto('note_sets').values(set).execute()
  await publishNotes(scope, set.id, notes)
  await tellRound(scope, 'round.sent', round, { setId: set.id })
  return setOf(set, round)
}

/** A draft from a longer version, now in the trash, is placed at the end. */
function within({ version: { duration_seconds: end } }: RoundScope, draft: NoteRoundDraft): NoteRoundDraft {
  return end === null || draft.fromSeconds <= end ? draft : { ...draft, fromSeconds: end, toSeconds: null }
}

function ownDrafts({ db, roundIds, actor }: RoundScope) {
  return db
    .selectFrom('note_drafts')
    .selectAll()
    .where('round_id', 'in', [...roundIds])
    .where('author_id', '=', actor.userId)
}

async function openDraft(scope: RoundScope, draftId: string): Promise<void> {
  if (!(await ownDrafts(scope).where('id', '=', draftId).executeTakeFirst())) throw refused.not_found()
}

function columnsOf({ fromSeconds, toSeconds, body, section, part, direction, visibility }: NoteWords) {
  return { from_seconds: fromSeconds, to_seconds: toSeconds, body, section, part, direction, visibility }
}

function draftOf({
  id,
  from_seconds: fromSeconds,
  to_seconds: toSeconds,
  body,
  section,
  part,
  direction,
  visibility,
  created_at: createdAt,
}: Selectable<NoteDraftTable>): NoteRoundDraft {
  return { id, fromSeconds, toSeconds, body, section, part, direction, visibility, createdAt }
}
