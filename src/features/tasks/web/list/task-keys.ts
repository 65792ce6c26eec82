import { text } from '#web/i18n/text.ts'
import { BUILT_IN_KEYS, builtInKey, type KeyMap } from '#web/ui/keys/key-map.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import { comboOf, type PagePress } from '#web/ui/keys/page-keys.ts'
import type { Task } from '../../tasks.contract.ts'
import { taskPriorities, type TaskPriority, type TaskState } from '../../task-choices.ts'
import { taskStrings } from '../tasks.strings.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

export type TaskKeyAction =
  /** Moves the focus or, with `carry`, the task itself. */
  | { readonly to: Direction; readonly carry: boolean }
  | { readonly edit: true }
  | { readonly play: true }
  | { readonly state: TaskState }
  | { readonly priority: TaskPriority }
  | { readonly remove: true }
  | { readonly select: true }
  | { readonly assign: true }

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const { keys: words, group, priorities } = taskStrings
export const taskPlace = 'tasks'
const ofTask = (keys: readonly string[], label: string): KeyCommand => ({ keys, place: taskPlace, label, group })

/** Keys on a focused task, besides arrows and Enter. */
export const taskKeys: readonly KeyCommand[] = [
  ofTask(['J'], words.next),
  ofTask(['K'], words.previous),
  ofTask(['E'], words.edit),
  ofTask(['X'], words.select),
  ofTask(['A'], words.assign),
  ofTask(['F'], words.fixed),
  ofTask(['V'], words.verified),
  ...taskPriorities.map((priority, index) =>
    ofTask([String(index + 1)], text(taskStrings.priorityOf, { priority: priorities[priority] })),
  ),
  ofTask(['Space'], words.play),
  ofTask(['Delete', 'Backspace'], words.remove),
]

/** What a key does on a focused task; a list handles its keys before the player. Undefined if it is not handled. */
export function taskKeyAction(
  press: PagePress,
  task: Pick<Task, 'state' | 'fromSeconds'>,
  view: 'board' | 'list',
  map: KeyMap = BUILT_IN_KEYS,
): TaskKeyAction | undefined {
  const combo = comboOf(press)
  if (combo === undefined) return undefined
  const to = arrows[press.key]
  const sideways = to === 'left' || to === 'right'
  if (to !== undefined && !press.shiftKey && (view === 'board' || !sideways))
    return { to, carry: press.altKey && view === 'board' }
  if (combo === 'Enter') return { edit: true }
  const key = builtInKey(map, taskKeys, combo)
  switch (key) {
    case 'J':
      return { to: 'down', carry: false }
    case 'K':
      return { to: 'up', carry: false }
    case 'E':
      return { edit: true }
    case 'X':
      return { select: true }
    case 'A':
      return { assign: true }
    case 'F':
      return { state: toggled(task.state, 'fixed') }
    case 'V':
      return { state: toggled(task.state, 'verified') }
    case 'Space':
      return task.fromSeconds === null ? undefined : { play: true }
    case 'Delete':
      return { remove: true }
    default: {
      const priority = taskPriorities[Number(key) - 1]
      return priority === undefined ? undefined : { priority }
    }
  }
}

/** Pressed again, it returns to the state before: from fixed to doing, from verified to fixed. */
function toggled(state: TaskState, to: 'fixed' | 'verified'): TaskState {
  if (state !== to) return to
  return to === 'fixed' ? 'doing' : 'fixed'
}
