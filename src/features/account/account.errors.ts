import { refusals } from '#shared/errors.ts'

export const accountErrors = refusals({
  'account.only_owner': [
    409,
    'You are the only owner of projects or organizations. Hand them over, or ' +
      'confirm that they are deleted with your account.',
  ],
  'account.taken': [409, 'There is an account with this address already.'],
  'account.self': [409, 'You cannot disable your own account.'],
  'account.last_admin': [409, 'This is the only admin who may sign in. Make somebody else an admin first.'],
  'account.no_passwords': [409, 'Signing in with a password is switched off on this server.'],
  // In the words of the sign-in routes, which screens know how to answer.
  SESSION_IS_NOT_FRESH: [403, 'Session is not fresh'],
})
