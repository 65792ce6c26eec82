import type { NoteState } from '#features/notes/notes.contract.ts'
import type { TaskState } from './task-choices.ts'

/*
 * A task and its note have related states: fixed and verified are the same for both, and an open note is a task to do
 * or in progress. The note's rules about who may move it also apply to the task.
 */

/** A task's state for a new state of its note. */
export function taskStateWith(note: NoteState, task: TaskState): TaskState {
  if (note !== 'open') return note
  return task === 'doing' ? 'doing' : 'todo'
}

/** The states that the note must pass through when its task moves to this state; empty if they already agree. */
export function noteStepsTo(note: NoteState, task: TaskState): readonly NoteState[] {
  const goal = task === 'todo' || task === 'doing' ? 'open' : task
  if (goal === note) return []
  if (goal === 'open') return ['open']
  if (goal === 'fixed') return note === 'open' ? ['fixed'] : ['open', 'fixed']
  return note === 'fixed' ? ['verified'] : ['fixed', 'verified']
}
