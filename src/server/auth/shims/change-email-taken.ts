import { APIError, getSessionFromCtx } from 'better-auth/api'
import { at, bodyText } from './auth-hook.ts'

/** S10: an address somebody else has is refused with "Couldn't update your email" (section 8); 1.7 feigns success. */
export const changeEmailTaken = at(['/change-email'], async (context) => {
  if (!context.context.options.user?.changeEmail?.enabled) return
  const newEmail = bodyText(context, 'newEmail')?.toLowerCase()
  const session = await getSessionFromCtx(context, { disableCookieCache: true })
  if (!session || newEmail === undefined || newEmail === session.user.email) return
  if (await context.context.internalAdapter.findUserByEmail(newEmail))
    throw new APIError('BAD_REQUEST', { message: "Couldn't update your email" })
})
