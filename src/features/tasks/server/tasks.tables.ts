import type { Instant, Seconds } from '#shared/units.ts'
import type { TaskPriority, TaskState } from '../task-choices.ts'

export interface TaskTables {
  tasks: TaskTable
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
