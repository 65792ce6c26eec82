import { at } from './auth-hook.ts'

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
