import type { Instant, Seconds } from '#shared/units.ts'
import type { TaskPriority, TaskState } from '../task-choices.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    tasks: TaskTable
    task_items: TaskItemTable
    version_starts: VersionStartTable
    version_start_items: VersionStartItemTable
  }
}

export interface TaskTable {
  id: string
  project_id: string
  number: number
  title: string
  description: string
  state: TaskState
  priority: TaskPriority
  /** Order within a state; new tasks go between their neighbours. */
  position: number
  assignee_id: string | null
  /** A date, such as 2026-11-28. */
  due_on: string | null
  track_id: string | null
  from_seconds: Seconds | null
  to_seconds: Seconds | null
  /** The note it was made from. */
  note_id: string | null
  /** Such as "Vocals"; at first the note's. */
  part: string | null
  created_by: string | null
  created_at: Instant
  updated_at: Instant
  deleted_at: Instant | null
}

/** A step of a task. */
export interface TaskItemTable {
  id: string
  task_id: string
  text: string
  position: number
  done_at: Instant | null
  created_at: Instant
  deleted_at: Instant | null
}

/** A version plan: open until it is cancelled or the version is added. */
export interface VersionStartTable {
  id: string
  project_id: string
  track_id: string
  started_by: string
  started_at: Instant
  cancelled_at: Instant | null
  version_id: string | null
  uploaded_at: Instant | null
}

/** An item as it read when the plan was started; later changes to its task do not change this text. */
export interface VersionStartItemTable {
  start_id: string
  /** From 0. */
  position: number
  task_id: string | null
  task_number: number
  title: string
  ticked_at: Instant | null
  ticked_by: string | null
}
