import type { NoteState } from '#features/notes/notes.contract.ts'
import type { TaskState } from './task-choices.ts'

/*
 * A task and the note it came from tell one story: fixed and verified are the same for both, and an open note is a task
 * to do or being done. The note's rules on who may move it hold for the task as well.
 */

/** Where a task stands once its note is in this state. */
export function taskStateWith(note: NoteState, task: TaskState): TaskState {
  if (note !== 'open') return note
  return task === 'doing' ? 'doing' : 'todo'
}

/** The states its note goes through, one after the other, when a task is put into this one; none where they agree. */
export function noteStepsTo(note: NoteState, task: TaskState): readonly NoteState[] {
  const goal = task === 'todo' || task === 'doing' ? 'open' : task
  if (goal === note) return []
  if (goal === 'open') return ['open']
  if (goal === 'fixed') return note === 'open' ? ['fixed'] : ['open', 'fixed']
  return note === 'fixed' ? ['verified'] : ['fixed', 'verified']
}
