import { useState } from 'react'
import type { Task } from '../../tasks.contract.ts'

/** Tasks selected for a common change. */
export interface TaskSelection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (taskId: string) => void
  readonly clear: () => void
  /** All selected tasks if this one is among them; otherwise only it. */
  readonly withOthers: (task: Task) => readonly Task[]
}

/** Tasks that disappear from the list are deselected. */
export function useTaskSelection(tasks: readonly Task[]): TaskSelection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(none)
  const there = tasks.filter(({ id }) => picked.has(id))
  return {
    ids: there.length === 0 ? none : new Set(there.map(({ id }) => id)),
    toggle: (taskId) =>
      setPicked((before) =>
        before.has(taskId) ? new Set([...before].filter((id) => id !== taskId)) : new Set([...before, taskId]),
      ),
    clear: () => setPicked(none),
    withOthers: (task) => (there.some(({ id }) => id === task.id) ? there : [task]),
  }
}

const none: ReadonlySet<string> = new Set()
