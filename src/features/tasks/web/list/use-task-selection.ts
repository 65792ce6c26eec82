import { useState } from 'react'
import type { Task } from '../../tasks.contract.ts'

/** Tasks that are picked out to be changed together. */
export interface TaskSelection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (taskId: string) => void
  readonly clear: () => void
  /** All that are picked, where this one is among them; or else it alone. */
  readonly withOthers: (task: Task) => readonly Task[]
}

/** What is gone from the list is picked no more. */
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
