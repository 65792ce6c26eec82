import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import type { Instant } from '#shared/units.ts'
import { openTrack, openVersion, type TrackScope, type VersionScope } from '#features/tracks/server/tracks.scope.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { NoteRoundTable } from './notes.tables.ts'

/**
 * A round with the version it is shown on. If its version is in the trash, the round is closed and shown, like that
 * version's notes, on the next existing version or else the previous one; it is restored with its version, unless
 * another round was opened since.
 */
export interface StandingRound extends Selectable<NoteRoundTable> {
  readonly version_deleted_at: Instant | null
  readonly over_at: Instant | null
  readonly stands_on: { readonly id: string; readonly number: number }
}

/** Proof that a round belongs to a version of an accessible project. That version may be in the trash. */
export interface RoundScope extends VersionScope {
  readonly round: StandingRound
  /** Includes earlier rounds of the version, whose remaining drafts are sent with this one. */
  readonly roundIds: readonly string[]
}

export async function openRound(scope: ProjectScope, roundId: string): Promise<RoundScope> {
  const found = await scope.db
    .selectFrom('note_rounds')
    .select('track_id')
    .where('id', '=', roundId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!found) throw refused.not_found()
  const rounds = await standingRounds(await openTrack(scope, found.track_id))
  const round = rounds.find(({ id }) => id === roundId)
  if (!round) throw refused.not_found()
  const roundIds = rounds
    .filter(({ number, stands_on: version }) => version.id === round.stands_on.id && number <= round.number)
    .map(({ id }) => id)
  return {
    ...(await openVersion(scope, round.track_id, round.version_id, { inTrash: round.version_deleted_at !== null })),
    round,
    roundIds,
  }
}

/** A track's rounds, newest first. */
export async function standingRounds({ db, track }: TrackScope): Promise<readonly StandingRound[]> {
  const rows = await db
    .selectFrom('note_rounds')
    .innerJoin('versions', 'versions.id', 'note_rounds.version_id')
    .selectAll('note_rounds')
    .select(['versions.number as version_number', 'versions.deleted_at as version_deleted_at'])
    .where('note_rounds.track_id', '=', track.id)
    .orderBy('note_rounds.number', 'desc')
    .execute()
  const there = await db
    .selectFrom('versions')
    .select(['id', 'number'])
    .where('track_id', '=', track.id)
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map(({ version_number: number, ...row }) => {
    const own = { id: row.version_id, number }
    const heir =
      row.version_deleted_at === null ? own : (there.find((version) => version.number > number) ?? there.at(-1) ?? own)
    return { ...row, over_at: row.closed_at ?? row.version_deleted_at, stands_on: heir }
  })
}
