import { APIError, getSessionFromCtx } from 'better-auth/api'
import { at } from './auth-hook.ts'

/**
 * Whoever is no member asks for an organization by its id or slug: the answer is the same whether there is one. 1.7
 * tells 403 from 400, and takes the active organization away only where the other exists.
 */
export const strangerOrganizations = at(['/organization/get-full-organization'], async (context) => {
  const id = queryText(context.query, 'organizationId')
  const slug = queryText(context.query, 'organizationSlug')
  const session = slug || id ? await getSessionFromCtx(context, { disableCookieCache: true }) : null
  if (!session) return
  const { adapter } = context.context
  const named = slug ? await adapter.findOne<{ id: string }>({ model: 'organization', where: [{ field: 'slug', value: slug }] }) : { id: id ?? '' }
  const member = named && (await adapter.findOne({
    model: 'member',
    where: [{ field: 'organizationId', value: named.id }, { field: 'userId', value: session.user.id }],
  }))
  if (!member) throw new APIError('FORBIDDEN', { message: 'User is not a member of the organization' })
})

function queryText(query: unknown, name: string): string | undefined {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
  return typeof value === 'string' ? value : undefined
}
