import { useState } from 'react'
import { stableKey } from '#web/outbox/outbox-store.ts'
import type { Task } from '../../tasks.contract.ts'
import { focusTask } from '../list/focus-task.ts'

interface OpenedTask {
  /** As it is now; undefined if none is open, and once it was deleted. */
  readonly task: Task | undefined
  /** Opens its panel, or moves the focus there. */
  readonly open: (task: Pick<Task, 'id'>) => void
  /** Returns the focus to its card or row. */
  readonly close: () => void
}

/** The one task of a list whose panel is open. */
export function useOpenedTask(tasks: readonly Task[] | undefined): OpenedTask {
  const [openId, setOpen] = useState<string | null>(null)
  // A new task has another id once the server has it.
  const task = openId === null ? undefined : tasks?.find(({ id }) => stableKey(id) === stableKey(openId))
  return {
    task,
    open: (next) => {
      if (task?.id === next.id) document.querySelector<HTMLElement>('[data-task-panel] [data-autofocus]')?.focus()
      else setOpen(next.id)
    },
    close: () => {
      setOpen(null)
      if (task) focusTask(task.id)
    },
  }
}
