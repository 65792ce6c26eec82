import { refusals } from '#shared/errors.ts'

export const approvalErrors = refusals({
  'approval.reviewer': [400, 'Only people of this project who may comment can be asked to approve.'],
  'approval.nobody': [404, 'Nobody is being asked for this.'],
})
