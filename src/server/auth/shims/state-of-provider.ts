import { addOAuthServerContext } from 'better-auth/api'
import * as z from 'zod'
import { at, bodyText } from './auth-hook.ts'

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
