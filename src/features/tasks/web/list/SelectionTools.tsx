import { CircleDot, ChevronsUp, Trash2, UserRound, X } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { Task } from '../../tasks.contract.ts'
import { taskPriorities, taskStates } from '../../task-choices.ts'
import { priorityIcons, stateIcons } from './task-looks.ts'
import { taskStrings } from '../tasks.strings.ts'
import type { TaskActions } from '../use-task-actions.ts'
import type { TaskSelection } from './use-task-selection.ts'
import styles from './SelectionTools.module.css'

interface SelectionToolsProps {
  readonly tasks: readonly Task[]
  readonly selection: TaskSelection
  readonly actions: TaskActions
  readonly onAssign: (tasks: readonly Task[]) => void
}

/** Actions on all selected tasks. */
export function SelectionTools({ tasks, selection, actions, onAssign }: SelectionToolsProps) {
  const picked = tasks.filter(({ id }) => selection.ids.has(id))
  if (picked.length === 0) return null
  return (
    <div role="toolbar" className={styles.bar} aria-label={taskStrings.selected}>
      <output className={styles.count}>{text(taskStrings.selectedCount, { count: picked.length })}</output>
      <Menu
        entries={taskStates.map((state) => ({
          kind: 'action',
          label: taskStrings.states[state],
          icon: stateIcons[state],
          onSelect: () => actions.changeAll(picked, { state }),
        }))}
      >
        <Button size="small" tone="quiet" icon={CircleDot}>
          {taskStrings.state}
        </Button>
      </Menu>
      <Menu
        entries={taskPriorities.toReversed().map((priority) => ({
          kind: 'action',
          label: taskStrings.priorities[priority],
          icon: priorityIcons[priority],
          onSelect: () => actions.changeAll(picked, { priority }),
        }))}
      >
        <Button size="small" tone="quiet" icon={ChevronsUp}>
          {taskStrings.priority}
        </Button>
      </Menu>
      <Button size="small" tone="quiet" icon={UserRound} onClick={() => onAssign(picked)}>
        {taskStrings.assign}
      </Button>
      <Button size="small" tone="quiet" icon={Trash2} onClick={() => actions.removeAll(picked)}>
        {taskStrings.remove}
      </Button>
      <Button size="small" tone="quiet" icon={X} className={styles.end} onClick={selection.clear}>
        {taskStrings.clearSelection}
      </Button>
    </div>
  )
}
