import type { Task } from '../tasks.contract.ts'

/** As people say it: LT-41. One that the server does not know yet has no number. */
export function taskNumber(prefix: string, { number }: Pick<Task, 'number'>): string {
  return `${prefix}-${number === 0 ? '…' : number}`
}
