import { APIError } from 'better-auth/api'
import { providers } from '../provider-settings.ts'
import { at, bodyText } from './auth-hook.ts'

/** S20: `provider` is one of the specification's list (sections 3 and 5); 1.7 takes any text and answers 404. */
export const knownProviders = at(['/sign-in/social', '/link-social'], async (context) => {
  const known: readonly string[] = providers
  const provider = bodyText(context, 'provider')
  if (provider === undefined || !known.includes(provider))
    throw new APIError('BAD_REQUEST', {
      message: `[body.provider] ${provider === undefined ? 'received undefined' : 'Invalid option'}`,
      code: 'VALIDATION_ERROR',
    })
})
