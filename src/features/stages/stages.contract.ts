import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, Name, words } from '#shared/shapes.ts'
import { MOST_STAGES, stageStates } from './stage-states.ts'

const StageName = Name.max(40)
const NoteLine = words(200).overwrite((text) => text.replace(/\s+/g, ' ').trim())

/** A column of the tracking sheet: work that every track needs. */
export const Stage = z.object({ id: Id, name: z.string() }).meta({ id: 'Stage' })
export type Stage = z.infer<typeof Stage>

const CellFields = {
  state: z.enum(stageStates),
  assigneeId: Id.nullable(),
  /** A date, such as 2026-11-28. */
  dueOn: z.iso.date().nullable(),
  /** One line. */
  note: z.string(),
}

/** One stage of one track. */
export const StageCell = z.object({ stageId: Id, trackId: Id, ...CellFields }).meta({ id: 'StageCell' })
export type StageCell = z.infer<typeof StageCell>

export const TrackingSheet = z
  .object({
    /** In their order. */
    stages: z.array(Stage),
    /** Only those that somebody has changed; all others are not started. */
    cells: z.array(StageCell),
  })
  .meta({ id: 'TrackingSheet' })
export type TrackingSheet = z.infer<typeof TrackingSheet>

const stagePath = '/api/projects/:projectId/stages/:stageId' as const

export const stageRoutes = contract({
  'GET /api/projects/:projectId/stages': {
    access: 'stage.view',
    summary: 'The tracking sheet of a project: its stages, and how far each track is in each',
    answer: TrackingSheet,
  },
  'POST /api/projects/:projectId/stages': {
    access: 'stage.edit',
    summary: 'Add stages at the end',
    body: z.object({ names: z.array(StageName).min(1).max(MOST_STAGES) }),
    answer: z.object({ items: z.array(Stage), nextCursor: z.null() }),
  },
  [`PATCH ${stagePath}` as const]: {
    access: 'stage.edit',
    summary: 'Rename a stage; `beforeId` puts it before another, or last (null)',
    body: z.object({ name: StageName, beforeId: Id.nullable() }).partial(),
    answer: Stage,
  },
  [`DELETE ${stagePath}` as const]: {
    access: 'stage.edit',
    summary: 'Move a stage to the trash, with what was said about its tracks',
    answer: Done,
  },
  [`POST ${stagePath}/restore` as const]: {
    access: 'stage.edit',
    summary: 'Restore a deleted stage to its place',
    answer: Stage,
  },
  [`PATCH ${stagePath}/tracks/:trackId` as const]: {
    access: 'stage.edit',
    summary:
      'Say how far a stage of a track is, who does it and until when; what is left out stays as it is. `basedOn` is ' +
      'the note as it was seen: another is not overwritten (409)',
    body: z.object({ ...CellFields, note: NoteLine, basedOn: z.object({ note: words(200) }).partial() }).partial(),
    answer: StageCell,
  },
})

export const stageErrors = refusals({
  'stage.full': [400, `A sheet has at most ${MOST_STAGES} stages.`],
  'stage.name_taken': [409, 'This sheet already has a stage with that name.'],
  'stage.not_a_member': [400, 'A stage can only be given to a member of the project.'],
})
