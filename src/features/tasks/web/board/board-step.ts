import { nextState } from '../../task-order.ts'
import type { Task } from '../../tasks.contract.ts'
import type { TaskState } from '../../task-choices.ts'
import type { Direction } from '../list/task-keys.ts'

export type BoardStep = { readonly focus: string } | { readonly state: TaskState; readonly beforeId: string | null }

/**
 * Where an arrow key leads on the board: to another card or, with `carry`, to a new position of the card. Undefined at
 * the edges.
 */
export function boardStep(
  columns: Readonly<Record<TaskState, readonly Task[]>>,
  task: Task,
  to: Direction,
  carry: boolean,
): BoardStep | undefined {
  const column = columns[task.state]
  const at = column.findIndex(({ id }) => id === task.id)
  if (to === 'up' || to === 'down') {
    const neighbour = column[at + (to === 'up' ? -1 : 1)]
    if (!neighbour) return undefined
    if (!carry) return { focus: neighbour.id }
    return { state: task.state, beforeId: to === 'up' ? neighbour.id : (column[at + 2]?.id ?? null) }
  }
  const by = to === 'left' ? -1 : 1
  if (carry) {
    const state = nextState(task.state, by)
    return state && { state, beforeId: columns[state][at]?.id ?? null }
  }
  for (let state = nextState(task.state, by); state !== undefined; state = nextState(state, by)) {
    const nearest = columns[state][Math.min(at, columns[state].length - 1)]
    if (nearest) return { focus: nearest.id }
  }
  return undefined
}
