import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import { openVersion, type VersionScope } from '#features/tracks/server/tracks.scope.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { NoteRoundTable } from './notes.tables.ts'

/** Proof that a round is of a version in the project one was let into. */
export interface RoundScope extends VersionScope {
  readonly round: Selectable<NoteRoundTable>
}

export async function openRound(scope: ProjectScope, roundId: string): Promise<RoundScope> {
  const round = await scope.db.selectFrom('note_rounds').selectAll().where('id', '=', roundId).where('project_id', '=', scope.projectId).executeTakeFirst()
  if (!round) throw refused.not_found()
  return { ...(await openVersion(scope, round.track_id, round.version_id)), round }
}
