import { Pencil, Trash2 } from 'lucide-react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { shownKeys } from '#web/ui/key-words.ts'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { presentKeyMap } from '#web/ui/page-keys.ts'
import type { Task } from '../tasks.contract.ts'
import { taskPriorities, taskStates } from '../task-choices.ts'
import { taskPlace } from './task-keys.ts'
import { priorityIcons, stateIcons } from './task-looks.ts'
import { taskStrings } from './tasks.strings.ts'
import type { TaskActions } from './use-task-actions.ts'

interface TaskMenu {
  readonly task: Task
  readonly actions: TaskActions
  readonly members: readonly Membership[]
  readonly onEdit: () => void
}

/** The menu of a task, under its ⋯ and on right click. */
export function taskEntries({ task, actions, members, onEdit }: TaskMenu): readonly MenuEntry[] {
  const chooseState = (value: string) => {
    const state = taskStates.find((one) => one === value)
    if (state && state !== task.state) actions.setState(task, state)
  }
  const choosePriority = (value: string) => {
    const priority = taskPriorities.find((one) => one === value)
    if (priority && priority !== task.priority) actions.setPriority(task, priority)
  }
  const map = presentKeyMap()
  const people = [{ value: '', label: taskStrings.nobody }, ...members.map(({ person }) => ({ value: person.id, label: person.name }))]
  return [
    { kind: 'action', label: taskStrings.edit, icon: Pencil, keys: shownKeys('E', map, taskPlace), onSelect: onEdit },
    { kind: 'submenu', label: taskStrings.state, icon: stateIcons[task.state], entries: [{ kind: 'choice', value: task.state, options: taskStates.map((value) => ({ value, label: taskStrings.states[value] })), onValueChange: chooseState }] },
    { kind: 'submenu', label: taskStrings.priority, icon: priorityIcons[task.priority], entries: [{ kind: 'choice', value: task.priority, options: taskPriorities.toReversed().map((value) => ({ value, label: taskStrings.priorities[value] })), onValueChange: choosePriority }] },
    members.length > 0 && { kind: 'submenu', label: taskStrings.assignee, entries: [{ kind: 'choice', value: task.assigneeId ?? '', options: people, onValueChange: (id) => actions.assign(task, id === '' ? null : id) }] },
    { kind: 'separator' },
    { kind: 'action', label: taskStrings.remove, icon: Trash2, tone: 'danger', keys: shownKeys('Delete', map, taskPlace), onSelect: () => actions.remove(task) },
  ]
}
