import { APIError } from 'better-auth/api'
import * as z from 'zod'
import { at, bodyText } from './auth-hook.ts'

/** S21: signing up with what is no address is "Invalid email" (section 8); 1.7 calls it a validation error. */
export const signUpEmail = at(['/sign-up/email'], async (context) => {
  const email = bodyText(context, 'email')
  if (email !== undefined && !z.email().safeParse(email).success)
    throw new APIError('BAD_REQUEST', { message: 'Invalid email' })
})
