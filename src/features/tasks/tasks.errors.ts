import { refusals } from '#shared/errors.ts'

export const taskErrors = refusals({
  'task.not_a_member': [400, 'A task can only be given to a member of the project.'],
  'task.follows_note': [
    403,
    'This task came from a note: an editor calls it fixed, and whoever wrote the note verifies it or opens it again.',
  ],
  'task.note_taken': [409, 'This note is a task already.'],
  'task.items_full': [400, 'A task has at most 100 steps.'],
  'task.range': [400, 'A range needs a start, and an end that is not before it.'],
  'start.taken': [409, 'The next version of this track was started already.'],
  'start.nothing': [400, 'There is no open task to put on the list.'],
  'start.too_many': [400, 'More than 500 tasks are open. Settle some first.'],
})
