import type { Instant } from '#shared/units.ts'
import type { StageState } from '../stage-states.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    stages: StageTable
    stage_cells: StageCellTable
  }
}

export interface StageTable {
  id: string
  project_id: string
  name: string
  position: number
  created_at: Instant
  deleted_at: Instant | null
}

/** One stage of one track of the same project; none while nobody has said anything about it. */
export interface StageCellTable {
  stage_id: string
  track_id: string
  state: StageState
  assignee_id: string | null
  /** A date, such as 2026-11-28. */
  due_on: string | null
  note: string
  updated_at: Instant
}
