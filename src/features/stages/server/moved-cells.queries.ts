import { peopleIn } from '#features/projects/server/project-rights.ts'
import type { TrackMove } from '#features/tracks/server/track-hooks.ts'
import { foldText } from '#shared/fold-text.ts'
import { stageErrors } from '../stages.contract.ts'
import { MOST_STAGES } from '../stage-states.ts'
import { addStage, stagesOf } from './stages.queries.ts'

/**
 * What is said about a track goes with it, to the stages of the same names: those that the other sheet lacks are added,
 * so that moving the track back undoes everything. Left behind are people who are not in the other project, and what
 * belongs to a deleted stage.
 */
export async function moveCells({ trackId, from, to }: TrackMove): Promise<void> {
  const { db } = from
  const cells = await db.selectFrom('stage_cells').selectAll().where('track_id', '=', trackId).execute()
  if (cells.length === 0) return
  await db.deleteFrom('stage_cells').where('track_id', '=', trackId).execute()
  const people = await peopleIn(db, to.projectId)
  const there = await stagesOf(to)
  const byName = new Map(there.map(({ id, name }) => [foldText(name), id]))
  let last = there.at(-1)?.position ?? 0
  for (const stage of await stagesOf(from)) {
    const cell = cells.find(({ stage_id: id }) => id === stage.id)
    if (!cell) continue
    const known = byName.get(foldText(stage.name))
    // Refused rather than forgotten.
    if (known === undefined && byName.size >= MOST_STAGES) throw stageErrors['stage.full']()
    const stageId = known ?? (await addStage(to, stage.name, (last += 1))).id
    byName.set(foldText(stage.name), stageId)
    const assignee = cell.assignee_id !== null && people.includes(cell.assignee_id) ? cell.assignee_id : null
    await db
      .insertInto('stage_cells')
      .values({ ...cell, stage_id: stageId, assignee_id: assignee })
      .execute()
  }
}
