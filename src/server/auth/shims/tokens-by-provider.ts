import { APIError, getSessionFromCtx } from 'better-auth/api'
import { providers } from '../provider-settings.ts'
import { at, bodyText, setBody } from './auth-hook.ts'

/**
 * S8: /get-access-token and /refresh-token take { providerId, accountId?, userId? } and refuse in the words of section
 * 8; 1.7 wants the account's row alone.
 */
export const tokensByProvider = at(['/get-access-token', '/refresh-token'], async (context) => {
  const providerId = bodyText(context, 'providerId')
  if (providerId === undefined)
    throw new APIError('BAD_REQUEST', { message: '[body.providerId] received undefined', code: 'VALIDATION_ERROR' })
  const session = await getSessionFromCtx(context, { disableCookieCache: true })
  if (!session) throw new APIError('UNAUTHORIZED', { message: 'Unauthorized' })
  const known: readonly string[] = providers
  if (!known.includes(providerId))
    throw new APIError('BAD_REQUEST', { message: `Provider ${providerId} is not supported.` })
  const accountId = bodyText(context, 'accountId')
  const accounts = await context.context.internalAdapter.findAccounts(session.user.id)
  const account = accounts.find(
    (one) =>
      one.providerId === providerId && (accountId === undefined || one.id === accountId || one.accountId === accountId),
  )
  if (!account) throw new APIError('BAD_REQUEST', { message: 'Account not found' })
  const provider = context.context.socialProviders.find(({ id }) => id === providerId)
  if (!provider) throw new APIError('BAD_REQUEST', { message: `Provider ${providerId} not found.` })
  if (!provider.refreshAccessToken)
    throw new APIError('BAD_REQUEST', { message: `Provider ${providerId} does not support token refreshing.` })
  setBody(context, { providerId: undefined, userId: undefined, accountId: account.id })
})
