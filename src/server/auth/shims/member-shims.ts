import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '../../db/open-database.ts'
import * as z from 'zod'
import { at } from './auth-hook.ts'
import type { Config } from '../../config.ts'

/**
 * S17: `member.teamId` (section 3), which 1.7 no longer has: a column that mirrors the first of the person's teams.
 * The hooks change the member they are given, so that the answer carries it.
 */
export async function mirrorTeam(db: Db, organizationId: string, userId: string): Promise<string | null> {
  const first = await db
    .selectFrom('teamMember')
    .innerJoin('team', 'team.id', 'teamMember.teamId')
    .select('team.id')
    .where('team.organizationId', '=', organizationId)
    .where('teamMember.userId', '=', userId)
    .orderBy('teamMember.createdAt')
    .orderBy('teamMember.id')
    .limit(1)
    .executeTakeFirst()
  await db
    .updateTable('member')
    .set({ teamId: first?.id ?? null })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
  return first?.id ?? null
}

/** Everybody whose first team is gone gets the next one. */
export async function mirrorTeamsWithout(db: Db, organizationId: string, teamId: string): Promise<void> {
  const members = await db
    .selectFrom('member')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('teamId', '=', teamId)
    .execute()
  for (const { userId } of members) await mirrorTeam(db, organizationId, userId)
}

/**
 * S18: nobody removes their own team (section 6). 1.7 looks at the session's active team, which a new sign-in forgets.
 */
export async function refuseOwnTeam(db: Db, teamId: string, userId: string | undefined): Promise<void> {
  if (!userId) return
  const own = await db
    .selectFrom('member')
    .select('id')
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (own) throw new APIError('FORBIDDEN', { message: 'You are not allowed to delete this team' })
}

const whole = z.string().regex(/^\d{1,9}$/)
const Query = z.object({
  limit: whole.optional(),
  offset: whole.optional(),
  membersLimit: whole.optional(),
  sortBy: z.enum(['id', 'organizationId', 'userId', 'role', 'createdAt', 'teamId']).optional(),
  // Dates are compared as the text that is sent, which no database takes for one.
  filterField: z.enum(['id', 'organizationId', 'userId', 'role', 'teamId']).optional(),
  filterOperator: z
    .enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'not_in', 'contains', 'starts_with', 'ends_with'])
    .optional(),
  filterValue: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
})

/**
 * Lists of members are sorted, filtered and cut as their caller says; 1.7 hands on whatever that is, and the database
 * breaks at what it does not know.
 */
export const memberListQuery = at(
  ['/organization/list-members', '/organization/get-full-organization'],
  async ({ query }) => {
    const { data, error } = Query.safeParse(query ?? {})
    const field = data ? unfitValue(data) : error?.issues[0]?.path[0]
    if (field !== undefined)
      throw new APIError('BAD_REQUEST', { message: `[query.${String(field)}] Invalid input`, code: 'VALIDATION_ERROR' })
  },
)

/** A filter needs one value, and several where it asks for one of them. */
function unfitValue({ filterField, filterOperator, filterValue }: z.infer<typeof Query>): string | undefined {
  if (filterField === undefined) return undefined
  const isList = filterOperator === 'in' || filterOperator === 'not_in'
  return filterValue === undefined || Array.isArray(filterValue) !== isList ? 'filterValue' : undefined
}

/**
 * Accepting as a member already breaks on our unique index (S22) in 1.7; here it is refused in its own words. The limit
 * of members is looked at here because the library takes its own for how many of them it may show as well.
 */
export async function refuseMember(
  db: Db,
  { MEMBERS_PER_ORGANIZATION }: Pick<Config, 'MEMBERS_PER_ORGANIZATION'>,
  organizationId: string,
  userId: string,
): Promise<void> {
  const members = db.selectFrom('member').where('organizationId', '=', organizationId)
  if (await members.select('id').where('userId', '=', userId).executeTakeFirst())
    throw new APIError('BAD_REQUEST', { message: 'User is already a member of this organization' })
  const { n } = await members.select((c) => c.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  if (n >= MEMBERS_PER_ORGANIZATION)
    throw new APIError('FORBIDDEN', { message: 'Organization membership limit reached' })
}

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

interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: string | null
}

/**
 * S12: listing invitations asks for membership alone (section 6); 1.7 asks for the right to invite. Ids act as secrets
 * (GHSA-fmh4-wcc4-5jm3), so they are told to those who may cancel the invitation, and to its recipient; owners'
 * invitations to owners alone, or an admin could take the place of an owner to be (0029). An address that nobody has
 * verified makes no recipient: whoever has no verified address takes on another's at once, and back.
 */
export const membersSeeInvitations = at(['/organization/list-invitations'], async (context) => {
  const session = await getSessionFromCtx(context, { disableCookieCache: true })
  const query: unknown = context.query
  const asked: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'organizationId') : undefined
  const organizationId = typeof asked === 'string' && asked !== '' ? asked : session?.session['activeOrganizationId']
  if (!session || typeof organizationId !== 'string') return
  const { adapter } = context.context
  const member = await adapter.findOne<{ role: string }>({
    model: 'member',
    where: [
      { field: 'organizationId', value: organizationId },
      { field: 'userId', value: session.user.id },
    ],
  })
  if (!member) return
  const invitations = await adapter.findMany<Invitation>({
    model: 'invitation',
    where: [{ field: 'organizationId', value: organizationId }],
  })
  const { email, emailVerified } = session.user
  const [isOwner, isAdmin] = ['owner', 'admin'].map((role) => hasRole(member.role, role))
  return context.json(
    invitations.map((invitation) => {
      const maySeeId =
        isOwner ||
        (isAdmin && !hasRole(invitation.role ?? '', 'owner')) ||
        (emailVerified && invitation.email === email)
      return { ...invitation, id: maySeeId ? invitation.id : null }
    }),
  )
})

function hasRole(roles: string, role: string): boolean {
  return roles.split(',').some((one) => one.trim() === role)
}

/** S19: only a pending, unexpired invitation may be rejected (section 4); 1.7 lets an expired one be. */
export function refuseExpired({ expiresAt }: { readonly expiresAt: Date | string }): void {
  if (new Date(expiresAt).getTime() < Date.now()) throw new APIError('BAD_REQUEST', { message: 'Invitation not found' })
}
