import { APIError, getSessionFromCtx } from 'better-auth/api'
import { at, bodyText, setBody } from './auth-hook.ts'

/** S7: /unlink-account takes { providerId, accountId? } (section 7); 1.7 wants the account's row. */
export const unlinkByProvider = at(['/unlink-account'], async (context) => {
  const providerId = bodyText(context, 'providerId')
  if (providerId === undefined)
    throw new APIError('BAD_REQUEST', { message: '[body.providerId] received undefined', code: 'VALIDATION_ERROR' })
  const session = await getSessionFromCtx(context)
  const accountId = bodyText(context, 'accountId')
  const accounts = session ? await context.context.internalAdapter.findAccounts(session.user.id) : []
  const account = accounts.find(
    (one) => one.providerId === providerId && (accountId === undefined || one.accountId === accountId),
  )
  // An id that no row has lets the endpoint refuse in its own order: no session, fresh session, last account, account
  // not found.
  setBody(context, { providerId: undefined, accountId: account?.id ?? '' })
})
