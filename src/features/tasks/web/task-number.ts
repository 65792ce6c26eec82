import type { Task } from '../tasks.contract.ts'

/** A task's number as shown: LT-41. A task with a temporary id has none. */
export function taskNumber(prefix: string, { number }: Pick<Task, 'number'>): string {
  return `${prefix}-${hasTempId({ number }) ? '…' : number}`
}

/** The server has not created it yet. */
export function hasTempId({ number }: Pick<Task, 'number'>): boolean {
  return number === 0
}
