import { Pencil, SquareCheck, SquareDashed, Trash2, UserRound } from 'lucide-react'
import { shownKeys } from '#web/ui/keys/key-words.ts'
import { presentKeyMap } from '#web/ui/keys/page-keys.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { taskPriorities, taskStates } from '../task-choices.ts'
import type { Task } from '../tasks.contract.ts'
import { taskPlace } from './list/task-keys.ts'
import { priorityIcons, stateIcons } from './list/task-looks.ts'
import { taskStrings } from './tasks.strings.ts'
import type { TaskActions } from './use-task-actions.ts'

interface TaskMenu {
  readonly task: Task
  readonly actions: TaskActions
  readonly onEdit: () => void
  readonly isSelected: boolean
  readonly onSelect: () => void
  /** Undefined if there is nobody to assign it to. */
  readonly onAssign: (() => void) | undefined
}

/** The menu of a task, from its ⋯ button and on right click. */
export function taskEntries({ task, actions, onEdit, isSelected, onSelect, onAssign }: TaskMenu): readonly MenuEntry[] {
  const chooseState = (value: string) => {
    const state = taskStates.find((one) => one === value)
    if (state && state !== task.state) actions.setState(task, state)
  }
  const choosePriority = (value: string) => {
    const priority = taskPriorities.find((one) => one === value)
    if (priority && priority !== task.priority) actions.setPriority(task, priority)
  }
  const map = presentKeyMap()
  return [
    { kind: 'action', label: taskStrings.edit, icon: Pencil, keys: shownKeys('E', map, taskPlace), onSelect: onEdit },
    {
      kind: 'submenu',
      label: taskStrings.state,
      icon: stateIcons[task.state],
      entries: [
        {
          kind: 'choice',
          value: task.state,
          options: taskStates.map((value) => ({ value, label: taskStrings.states[value] })),
          onValueChange: chooseState,
        },
      ],
    },
    {
      kind: 'submenu',
      label: taskStrings.priority,
      icon: priorityIcons[task.priority],
      entries: [
        {
          kind: 'choice',
          value: task.priority,
          options: taskPriorities.toReversed().map((value) => ({ value, label: taskStrings.priorities[value] })),
          onValueChange: choosePriority,
        },
      ],
    },
    onAssign && {
      kind: 'action',
      label: taskStrings.assign,
      icon: UserRound,
      keys: shownKeys('A', map, taskPlace),
      onSelect: onAssign,
    },
    {
      kind: 'action',
      label: isSelected ? taskStrings.deselect : taskStrings.select,
      icon: isSelected ? SquareDashed : SquareCheck,
      keys: shownKeys('X', map, taskPlace),
      onSelect,
    },
    { kind: 'separator' },
    {
      kind: 'action',
      label: taskStrings.remove,
      icon: Trash2,
      tone: 'danger',
      keys: shownKeys('Delete', map, taskPlace),
      onSelect: () => actions.remove(task),
    },
  ]
}
