import { refusals } from '#shared/errors.ts'

export const taskErrors = refusals({
  'task.not_a_member': [400, 'A task can only be given to a member of the project.'],
  'task.range': [400, 'A range needs a start, and an end that is not before it.'],
})
