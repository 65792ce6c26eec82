import { moment, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import type { UserScope } from '#server/scope.ts'

export const ownStages: readonly OwnPart[] = [{ name: 'stages', read: givenStages }]

/** Only those given to the user, without their notes: who wrote in a sheet is not stored. */
async function givenStages(scope: UserScope): Promise<readonly OwnThing[]> {
  const rows = await scope.db
    .selectFrom('stage_cells')
    .innerJoin('stages', 'stages.id', 'stage_cells.stage_id')
    .innerJoin('tracks', 'tracks.id', 'stage_cells.track_id')
    .innerJoin(openProjects(scope), 'open.id', 'stages.project_id')
    .select(['stage_cells.state', 'stage_cells.due_on', 'stage_cells.updated_at', 'stages.name', 'tracks.title'])
    .select(['open.id as open_id', 'open.name as open_name'])
    .where('stage_cells.assignee_id', '=', scope.actor.userId)
    .where('stages.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .orderBy('open.id')
    .orderBy('tracks.position')
    .orderBy('stages.position')
    .execute()
  return rows.map((row) => ({
    projectId: row.open_id,
    project: row.open_name,
    track: row.title,
    stage: row.name,
    state: row.state,
    dueOn: row.due_on,
    changedAt: moment(row.updated_at),
  }))
}
