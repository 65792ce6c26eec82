import { APIError, getSessionFromCtx } from 'better-auth/api'
import { at, type AuthHook, type HookContext } from './auth-hook.ts'

interface Named {
  readonly id: string | undefined
  readonly slug: string | undefined
}

/**
 * Whoever is no member asks for an organization by its id or slug: the answer is the same whether there is one, and the
 * refused request changes nothing. 1.7 tells 403 from 400, and takes the active organization away with the refusal.
 */
export const strangerOrganizations: readonly AuthHook[] = [
  at(['/organization/get-full-organization', '/organization/get-organization'], async (context) => {
    await refuseStranger(context, bySlugFirst(context.query), 'User is not a member of the organization')
  }),
  at(['/organization/list-members', '/organization/get-active-member-role'], async (context) => {
    await refuseStranger(context, bySlugFirst(context.query), 'You are not a member of this organization')
  }),
  at(['/organization/set-active'], async (context) => {
    // Null leaves the active one, whatever else is said.
    if (Reflect.get(Object(context.body), 'organizationId') === null) return
    const id = textIn(context.body, 'organizationId')
    const named = { id, slug: id ? undefined : textIn(context.body, 'organizationSlug') }
    await refuseStranger(context, named, 'User is not a member of the organization')
  }),
]

async function refuseStranger(context: HookContext, { id, slug }: Named, message: string): Promise<void> {
  const session = slug || id ? await getSessionFromCtx(context, { disableCookieCache: true }) : null
  if (!session) return
  const { adapter } = context.context
  const named = slug
    ? await adapter.findOne<{ id: string }>({ model: 'organization', where: [{ field: 'slug', value: slug }] })
    : { id: id ?? '' }
  const member =
    named &&
    (await adapter.findOne({
      model: 'member',
      where: [
        { field: 'organizationId', value: named.id },
        { field: 'userId', value: session.user.id },
      ],
    }))
  if (!member) throw new APIError('FORBIDDEN', { message })
}

function bySlugFirst(query: unknown): Named {
  const slug = textIn(query, 'organizationSlug')
  return { slug, id: slug ? undefined : textIn(query, 'organizationId') }
}

function textIn(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
  return typeof value === 'string' ? value : undefined
}
