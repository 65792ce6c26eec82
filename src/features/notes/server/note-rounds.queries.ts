import type { Selectable } from 'kysely'
import type { TrackScope, VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { emit } from '#server/events/events.queries.ts'
import { refused } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { done } from '#shared/shapes.ts'
import type { NoteRound, NoteSet } from '../note-rounds.contract.ts'
import { noteErrors } from '../notes.contract.ts'
import { type RoundScope, type StandingRound, standingRounds } from './note-rounds.scope.ts'
import type { NoteRoundTable, NoteSetTable } from './notes.tables.ts'

/** Three reads: the rounds, the versions they stand on, and what was sent in them. */
export async function listRounds(scope: TrackScope): Promise<{ items: NoteRound[]; nextCursor: null }> {
  const rows = await standingRounds(scope)
  const sets = Map.groupBy(
    await scope.db
      .selectFrom('note_sets')
      .selectAll()
      .where('round_id', 'in', ['', ...rows.map(({ id }) => id)])
      .orderBy('sent_at')
      .orderBy('id')
      .execute(),
    ({ round_id }) => round_id,
  )
  return { items: rows.map((row) => roundOf(row, sets.get(row.id) ?? [])), nextCursor: null }
}

export async function startRound(
  scope: VersionScope,
  { dueAt }: { readonly dueAt: number | null },
): Promise<NoteRound> {
  const { db, track, version, projectId, actor, now, newId } = scope
  // Two at once wait for each other here.
  await db
    .updateTable('tracks')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('id', '=', track.id)
    .execute()
  const rounds = await standingRounds(scope)
  if (rounds.some(({ over_at: overAt }) => overAt === null)) throw noteErrors['round.is_open']()
  if (dueAt !== null && dueAt <= now()) throw noteErrors['round.due']()
  // What went to the trash with its version does not come back open beside this one.
  for (const round of rounds) await close(scope, round)
  const row = {
    id: newId(),
    project_id: projectId,
    track_id: track.id,
    version_id: version.id,
    number: (rounds[0]?.number ?? 0) + 1,
    opened_by: actor.userId,
    opened_at: now(),
    due_at: dueAt,
    closed_by: null,
    closed_at: null,
  }
  await db.insertInto('note_rounds').values(row).execute()
  await tellRound(scope, 'round.opened', row)
  return roundOf({ ...row, version_deleted_at: null, over_at: null, stands_on: version }, [])
}

export async function closeRound(scope: RoundScope): Promise<typeof done> {
  await close(scope, scope.round)
  return done
}

async function close(scope: TrackScope, round: StandingRound): Promise<void> {
  const { db, actor, now } = scope
  if (round.closed_at !== null) return
  await db
    .updateTable('note_rounds')
    .set({ closed_at: round.over_at ?? now(), closed_by: actor.userId })
    .where('id', '=', round.id)
    .execute()
  await tellRound(scope, 'round.closed', round)
}

/** Word for word as it was sent, with what is for the team only: nothing for guests. */
export async function readSet({ db, round }: RoundScope, setId: string): Promise<{ content: string; sha256: string }> {
  const set = await db
    .selectFrom('note_sets')
    .select(['content', 'sha256'])
    .where('id', '=', setId)
    .where('round_id', '=', round.id)
    .executeTakeFirst()
  if (!set) throw refused.not_found()
  return set
}

export async function tellRound(
  scope: TrackScope,
  kind: ProjectEventKind,
  { id, track_id }: Pick<NoteRoundTable, 'id' | 'track_id'>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, {
    projectId: scope.projectId,
    trackId: track_id,
    roundId: id,
    ...more,
  })
}

function roundOf(row: StandingRound, sets: readonly Selectable<NoteSetTable>[]): NoteRound {
  const { id, number } = row.stands_on
  return {
    id: row.id,
    number: row.number,
    version: { id, number },
    openedAt: row.opened_at,
    dueAt: row.due_at,
    closedAt: row.over_at,
    sets: sets.map((set) => setOf(set, row)),
  }
}

export function setOf(
  set: Selectable<NoteSetTable>,
  { due_at, over_at }: Pick<StandingRound, 'due_at' | 'over_at'>,
): NoteSet {
  const end = Math.min(due_at ?? Number.POSITIVE_INFINITY, over_at ?? Number.POSITIVE_INFINITY)
  return {
    id: set.id,
    authorId: set.author_id,
    authorName: set.author_name,
    sentAt: set.sent_at,
    noteCount: set.note_count,
    sha256: set.sha256,
    isLate: set.sent_at > end,
  }
}
