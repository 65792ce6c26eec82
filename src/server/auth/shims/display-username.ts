import { at, bodyText, setBody } from './auth-hook.ts'

/**
 * The spelling that is shown follows the username where it is not given itself (section 3); 1.7 sees to that at sign-up
 * alone.
 */
export const displayUsername = at(['/update-user'], async (context) => {
  const username = bodyText(context, 'username')
  if (username && !bodyText(context, 'displayUsername')) setBody(context, { displayUsername: username })
})
