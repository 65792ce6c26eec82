import { at } from './auth-hook.ts'

/**
 * The client of 1.2.8 asks for `permission`, which 1.7 still takes by its schema and then does not read: it answers no
 * to everything.
 */
export const permissionName = at(['/organization/has-permission'], async (context) => {
  const body: unknown = context.body
  if (typeof body !== 'object' || body === null || !('permission' in body) || 'permissions' in body) return
  Reflect.set(body, 'permissions', body.permission)
  Reflect.deleteProperty(body, 'permission')
})
