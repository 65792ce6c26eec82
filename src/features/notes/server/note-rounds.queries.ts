import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { emit } from '#server/events/events.queries.ts'
import type { TrackScope, VersionScope } from '#features/tracks/server/tracks.scope.ts'
import type { NoteRound, NoteSet } from '../note-rounds.contract.ts'
import { noteErrors } from '../notes.errors.ts'
import type { RoundScope } from './note-rounds.scope.ts'
import type { NoteRoundTable, NoteSetTable } from './notes.tables.ts'

type RoundRow = Selectable<NoteRoundTable> & { readonly version_number: number }

/** Two reads: the rounds, and what was sent in them. */
export async function listRounds({ db, track }: TrackScope): Promise<{ items: NoteRound[] }> {
  const rows = await db
    .selectFrom('note_rounds')
    .innerJoin('versions', 'versions.id', 'note_rounds.version_id')
    .selectAll('note_rounds')
    .select('versions.number as version_number')
    .where('note_rounds.track_id', '=', track.id)
    .orderBy('note_rounds.number', 'desc')
    .execute()
  const sets = Map.groupBy(await db.selectFrom('note_sets').selectAll().where('round_id', 'in', ['', ...rows.map(({ id }) => id)]).orderBy('sent_at').orderBy('id').execute(), ({ round_id }) => round_id)
  return { items: rows.map((row) => roundOf(row, sets.get(row.id) ?? [])) }
}

export async function startRound(scope: VersionScope, { dueAt }: { readonly dueAt: number | null }): Promise<NoteRound> {
  const { db, track, version, projectId, actor, now, newId } = scope
  // Two at once wait for each other here.
  await db.updateTable('tracks').set((eb) => ({ position: eb.ref('position') })).where('id', '=', track.id).execute()
  const last = await db.selectFrom('note_rounds').selectAll().where('track_id', '=', track.id).orderBy('number', 'desc').limit(1).executeTakeFirst()
  if (last && last.closed_at === null) throw noteErrors['round.is_open']()
  if (dueAt !== null && dueAt <= now()) throw noteErrors['round.due']()
  const row = { id: newId(), project_id: projectId, track_id: track.id, version_id: version.id, number: (last?.number ?? 0) + 1, opened_by: actor.userId, opened_at: now(), due_at: dueAt, closed_by: null, closed_at: null }
  await db.insertInto('note_rounds').values(row).execute()
  await tellRound(scope, 'round.opened', row)
  return roundOf({ ...row, version_number: version.number }, [])
}

export async function closeRound(scope: RoundScope): Promise<typeof done> {
  const { db, round, actor, now } = scope
  if (round.closed_at !== null) return done
  await db.updateTable('note_rounds').set({ closed_at: now(), closed_by: actor.userId }).where('id', '=', round.id).execute()
  await tellRound(scope, 'round.closed', round)
  return done
}

/** Word for word as it was sent, with what is for the team only: nothing for guests. */
export async function readSet({ db, round }: RoundScope, setId: string): Promise<{ content: string; sha256: string }> {
  const set = await db.selectFrom('note_sets').select(['content', 'sha256']).where('id', '=', setId).where('round_id', '=', round.id).executeTakeFirst()
  if (!set) throw refused.not_found()
  return set
}

export async function tellRound(scope: TrackScope, kind: ProjectEventKind, { id, track_id }: Pick<NoteRoundTable, 'id' | 'track_id'>, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, { projectId: scope.projectId, trackId: track_id, roundId: id, ...more })
}

function roundOf(row: RoundRow, sets: readonly Selectable<NoteSetTable>[]): NoteRound {
  return {
    id: row.id, number: row.number, version: { id: row.version_id, number: row.version_number }, openedAt: row.opened_at, dueAt: row.due_at, closedAt: row.closed_at,
    sets: sets.map((set) => setOf(set, row)),
  }
}

export function setOf(set: Selectable<NoteSetTable>, { due_at, closed_at }: Pick<NoteRoundTable, 'due_at' | 'closed_at'>): NoteSet {
  const end = Math.min(due_at ?? Number.POSITIVE_INFINITY, closed_at ?? Number.POSITIVE_INFINITY)
  return { id: set.id, authorId: set.author_id, authorName: set.author_name, sentAt: set.sent_at, noteCount: set.note_count, sha256: set.sha256, isLate: set.sent_at > end }
}
