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
  /** Order inside a state; new ones go between their neighbours. */
  position: number
  assignee_id: string | null
  /** A day, as in 2026-11-28. */
  due_on: string | null
  track_id: string | null
  from_seconds: Seconds | null
  to_seconds: Seconds | null
  /** The note it came from. */
  note_id: string | null
  created_by: string | null
  created_at: Instant
  updated_at: Instant
  deleted_at: Instant | null
}

/** A step inside a task. */
export interface TaskItemTable {
  id: string
  task_id: string
  text: string
  position: number
  done_at: Instant | null
  created_at: Instant
  deleted_at: Instant | null
}

/** A next version that somebody has begun: open until it is cancelled or the version is there. */
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

/** A task as it read when the version was started; what becomes of the task does not change these words. */
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
