import type { Task } from '../tasks.contract.ts'

/** As people say it: LT-41. One that the server does not know yet has no number. */
export function taskNumber(prefix: string, { number }: Pick<Task, 'number'>): string {
  return `${prefix}-${hasTempId({ number }) ? '…' : number}`
}

/** The server does not know it yet. */
export function hasTempId({ number }: Pick<Task, 'number'>): boolean {
  return number === 0
}
