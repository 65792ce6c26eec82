import { refusals } from '#shared/errors.ts'

export const organizationErrors = refusals({
  'invitation.gone': [404, 'This invitation does not work any more. Ask the person who sent it for a new one.'],
  'invitation.accepted': [410, 'You accepted this invitation already.'],
  'invitation.rejected': [410, 'You declined this invitation. Ask the person who sent it for a new one.'],
  'invitation.canceled': [410, 'This invitation was taken back. Ask the person who sent it for a new one.'],
  'invitation.expired': [410, 'The time of this invitation is over. Ask the person who sent it for a new one.'],
})
