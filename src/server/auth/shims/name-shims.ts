import { APIError } from 'better-auth/api'
import * as z from 'zod'
import { hashPassword } from '../limits/password-hash.ts'
import { at, bodyText, setBody } from './auth-hook.ts'

/**
 * The spelling that is shown follows the username where it is not given itself (section 3); 1.7 sees to that at sign-up
 * alone.
 */
export const displayUsername = at(['/update-user'], async (context) => {
  const username = bodyText(context, 'username')
  if (username && !bodyText(context, 'displayUsername')) setBody(context, { displayUsername: username })
})

/**
 * Where a username has no password behind it, 1.7 refuses without hashing one, so that time would tell that it exists.
 */
export const usernameWithoutPassword = at(['/sign-in/username'], async (context) => {
  const [username, password] = [bodyText(context, 'username')?.toLowerCase(), bodyText(context, 'password')]
  if (!username || !password) return
  const user = await context.context.adapter.findOne<{ id: string }>({
    model: 'user',
    where: [{ field: 'username', value: username }],
  })
  if (user && !(await context.context.internalAdapter.findCredentialAccount(user.id))?.password)
    await hashPassword(password.slice(0, 1024))
})

/** S21: signing up with what is no address is "Invalid email" (section 8); 1.7 calls it a validation error. */
export const signUpEmail = at(['/sign-up/email'], async (context) => {
  const email = bodyText(context, 'email')
  if (email !== undefined && !z.email().safeParse(email).success)
    throw new APIError('BAD_REQUEST', { message: 'Invalid email' })
})
