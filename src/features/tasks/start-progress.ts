import { isDone } from './task-order.ts'
import type { VersionStart, VersionStartItem } from './version-starts.contract.ts'

/** Ticked, or done on the task itself. */
export function isSettled({ ticked, state }: VersionStartItem): boolean {
  return ticked || (state !== null && isDone({ state }))
}

export function settledOf({ items }: Pick<VersionStart, 'items'>): readonly VersionStartItem[] {
  return items.filter(isSettled)
}
