import type { Task } from '../tasks.contract.ts'

/** As people say it: LT-41. */
export function taskNumber(prefix: string, { number }: Pick<Task, 'number'>): string {
  return `${prefix}-${number}`
}
