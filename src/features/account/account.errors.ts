import { refusals } from '#shared/errors.ts'

export const accountErrors = refusals({
  'account.only_owner': [409, 'You are the only owner of projects or organizations. Hand them over, or confirm that they are deleted with your account.'],
  'account.self': [409, 'You cannot disable your own account.'],
})
