import { hashPassword } from '../password-hash.ts'
import { at, bodyText } from './auth-hook.ts'

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
