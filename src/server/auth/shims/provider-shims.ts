import { addOAuthServerContext, APIError, getSessionFromCtx } from 'better-auth/api'
import { at, bodyText, setBody } from './auth-hook.ts'
import { providers } from '../provider-settings.ts'
import * as z from 'zod'

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

/** S14: an account's `provider` (section 7), which 1.7 calls `providerId`. Both are answered. */
export const listAccountsProvider = at(['/list-accounts'], async (context) => {
  const { returned } = context.context
  if (!Array.isArray(returned)) return
  return context.json(
    returned.map((account: Readonly<Record<string, unknown>>) => ({ ...account, provider: account['providerId'] })),
  )
})

/** The state of a sign-in remembers which provider it was made for; the library’s own does not. */
export const stateNamesProvider = at(['/sign-in/social', '/link-social'], async (context) => {
  await addOAuthServerContext({ provider: bodyText(context, 'provider') })
})

/**
 * An answer that comes back to another provider’s address ends the sign-in: one provider must not answer for the other
 * (RFC 9700, 4.4). So does one that comes too late, and both lead to the error page (section 4); without this an
 * expired state leads to the sign-in’s own page for errors, or to the error page once it has been swept.
 */
export const stateOfProvider = at(['/callback/:id'], async (context) => {
  const state: unknown = Reflect.get(Object(context.query ?? context.body), 'state')
  const id: unknown = context.params?.['id']
  // One that is not configured here is the library’s to refuse.
  if (typeof state !== 'string' || !context.context.socialProviders.some((provider) => provider.id === id)) return
  const { internalAdapter } = context.context
  const key = `auth-state:${state}`
  const found = await internalAdapter.findVerificationValue(key)
  const madeFor = providerIn(found?.value)
  if ((found && found.expiresAt < new Date()) || (madeFor !== undefined && madeFor !== id))
    await internalAdapter.deleteVerificationByIdentifier(key)
})

const State = z.object({ serverContext: z.object({ provider: z.string() }) })

function providerIn(value: string | undefined): string | undefined {
  try {
    return State.safeParse(JSON.parse(value ?? 'null')).data?.serverContext.provider
  } catch {
    return undefined
  }
}

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

/** A sign-in answers `url` also where there is nowhere to go (section 7): null. 1.7 leaves it out. */
export const signInUrl = at(['/sign-in/email', '/sign-in/social'], async (context) => {
  const { returned } = context.context
  if (
    typeof returned !== 'object' ||
    returned === null ||
    !('token' in returned) ||
    Reflect.get(returned, 'url') !== undefined
  )
    return
  return context.json({ ...returned, url: null })
})
