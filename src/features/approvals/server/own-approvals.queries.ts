import { moment, momentOrNull, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import { placeOf } from '#features/tracks/server/versions/own-versions.queries.ts'
import type { UserScope } from '#server/scope.ts'
import { formerSelves } from './approval-hooks.ts'

export const ownApprovals: readonly OwnPart[] = [
  { name: 'decisions', read: givenDecisions },
  { name: 'approvalRequests', read: madeRequests },
]

/** Also those one gave as a guest before there was an account: they stay on record as they were given. */
async function givenDecisions(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const former = (await formerSelves.ask(scope)).flat()
  const rows = await db
    .selectFrom('approval_decisions')
    .leftJoin(openProjects(scope), 'open.id', 'approval_decisions.project_id')
    .selectAll('approval_decisions')
    .select(['open.id as open_id', 'open.name as open_name'])
    .where('approval_decisions.author_id', 'in', [actor.userId, ...former])
    .orderBy('approval_decisions.created_at')
    .orderBy('approval_decisions.id')
    .execute()
  return rows.map((row) => ({
    ...placeOf({ ...row, track_title: row.open_id === null ? null : row.track_title }),
    decision: row.decision,
    body: row.body,
    by: row.author_name,
    noteId: row.note_id,
    fileName: row.open_id === null ? null : row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    decidedAt: moment(row.created_at),
  }))
}

/** What one wrote to those who were asked, not who they are. */
async function madeRequests(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const rows = await db
    .selectFrom('approval_asks')
    .leftJoin(openProjects(scope), 'open.id', 'approval_asks.project_id')
    .leftJoin('tracks', (join) =>
      join
        .onRef('tracks.id', '=', 'approval_asks.track_id')
        .onRef('tracks.project_id', '=', 'open.id')
        .on('tracks.deleted_at', 'is', null),
    )
    .select([
      'approval_asks.version_number',
      'approval_asks.message',
      'approval_asks.due_on',
      'approval_asks.created_at',
      'approval_asks.cancelled_at',
      'open.id as open_id',
      'open.name as open_name',
      'tracks.title as track_title',
    ])
    .where('approval_asks.asked_by', '=', actor.userId)
    .orderBy('approval_asks.created_at')
    .orderBy('approval_asks.id')
    .execute()
  return rows.map((row) => ({
    ...placeOf(row),
    message: row.message,
    dueOn: row.due_on,
    askedAt: moment(row.created_at),
    takenBackAt: momentOrNull(row.cancelled_at),
  }))
}
