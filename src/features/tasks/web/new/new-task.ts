import type { Task } from '../../tasks.contract.ts'

/** What a new task begins with. */
export type TaskDraft = Partial<Pick<Task, 'state' | 'trackId' | 'fromSeconds' | 'toSeconds' | 'assigneeId'>>

/** The user's text, so that it is never lost. */
export function wordsOf({ title, description }: Pick<Task, 'title' | 'description'>): string {
  return [title, description].filter((words) => words !== '').join('\n\n')
}
