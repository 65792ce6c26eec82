import * as z from 'zod'
import { record } from '#server/audit/audit.ts'
import { leaveOrganizationSessions } from '#server/auth/session/organization-sessions.ts'
import { emit, wakeLater } from '#server/events/events.queries.ts'
import { change, serverScope, type ServerScope, type UserScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { DAY_MS } from '#shared/units.ts'
import { accountErrors, type Farewell } from '../account.contract.ts'

const CONFIRMED_FOR_MS = DAY_MS
const Refs = z.object({ projectIds: z.array(z.string()), organizationIds: z.array(z.string()) })

export function readFarewell({ db, actor, now }: UserScope): Promise<Farewell> {
  return farewellOf(db, actor.userId, now())
}

/** Nothing is deleted yet: that happens together with the account, or not at all. */
export async function confirmFarewell(scope: UserScope, refs: z.infer<typeof Refs>): Promise<Farewell> {
  const { db, actor, now } = scope
  const row = { user_id: actor.userId, refs: JSON.stringify(refs), confirmed_at: now() }
  await db
    .insertInto('account_farewells')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute()
  return readFarewell(scope)
}

/**
 * Deletes an account, with what it alone owns if that was confirmed; otherwise that keeps it. All in one, so that a
 * crash cannot leave an account without its organization.
 */
export async function leaveWithAccount(services: Services, userId: string, address: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const { db, now } = scope
    await holdWhatTheyOwn(db, userId)
    const farewell = await farewellOf(db, userId, now())
    if (!farewell.confirmed) throw accountErrors['account.only_owner']()
    const ended: EndedOrganization[] = []
    for (const { id } of farewell.organizations) ended.push(await endOrganization(db, id))
    for (const { id } of farewell.projects)
      await db.updateTable('projects').set({ deleted_at: now(), deleted_by: userId }).where('id', '=', id).execute()
    const memberships = await db
      .selectFrom('memberships')
      .select('project_id')
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .orderBy('project_id')
      .execute()
    // Sessions, ways in and memberships hang on the account's row and go with it. Before any stream is locked, as by
    // whoever writes a row that names the account.
    await db.deleteFrom('user').where('id', '=', userId).execute()
    await record(scope, { kind: 'account.deleted', actorId: userId, address })
    for (const { project_id } of memberships)
      await emit(scope, `project:${project_id}`, 'member.left', { projectId: project_id, userId })
    await tellEnded(scope, ended, userId)
    // Its open windows look again.
    await emit(scope, `user:${userId}`, 'session.changed', {})
  })
}

/**
 * Owners who leave or delete their accounts at the same moment go one after the other: each must see what the one
 * before left, or nobody owns it (docs/decisions/0004-one-transaction-a-change.md). In one order, so that no two wait
 * for each other.
 */
async function holdWhatTheyOwn(db: UserScope['db'], userId: string): Promise<void> {
  const members = await db
    .selectFrom('member')
    .select(['organizationId', 'role'])
    .where('userId', '=', userId)
    .orderBy('organizationId')
    .execute()
  const owned = members.filter(({ role }) => isOwner(role)).map(({ organizationId }) => organizationId)
  for (const id of owned)
    await db
      .updateTable('organization')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', id)
      .execute()
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('organization_id', 'in', ['', ...owned]),
        eb(
          'id',
          'in',
          eb
            .selectFrom('memberships')
            .select('project_id')
            .where('user_id', '=', userId)
            .where('role', '=', 'owner')
            .where('removed_at', 'is', null),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  for (const { id } of projects)
    await db
      .updateTable('projects')
      .set((eb) => ({ last_member_order: eb.ref('last_member_order') }))
      .where('id', '=', id)
      .execute()
}

interface EndedOrganization {
  readonly organizationId: string
  readonly memberIds: readonly string[]
  readonly projectIds: readonly string[]
}

async function endOrganization(db: UserScope['db'], organizationId: string): Promise<EndedOrganization> {
  const members = await db.selectFrom('member').select('userId').where('organizationId', '=', organizationId).execute()
  const projects = await db.selectFrom('projects').select('id').where('organization_id', '=', organizationId).execute()
  await db
    .updateTable('projects')
    .set({ organization_id: null, team_id: null, organization_role: null })
    .where('organization_id', '=', organizationId)
    .execute()
  await db.deleteFrom('organization').where('id', '=', organizationId).execute()
  await leaveOrganizationSessions(db, organizationId)
  return { organizationId, memberIds: members.map(({ userId }) => userId), projectIds: projects.map(({ id }) => id) }
}

/** Its members, and open pages of its projects, which look at their rights again. */
async function tellEnded(scope: ServerScope, ended: readonly EndedOrganization[], goneId: string): Promise<void> {
  const told = ended.flatMap(({ organizationId, memberIds }) =>
    memberIds.filter((id) => id !== goneId).map((memberId) => ({ organizationId, memberId })),
  )
  for (const { organizationId, memberId } of told.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)))
    await emit(scope, `user:${memberId}`, 'organization.changed', { organizationId })
  for (const id of ended.flatMap(({ projectIds }) => projectIds)) await wakeLater(scope, `project:${id}`)
}

async function farewellOf(db: UserScope['db'], userId: string, now: number): Promise<Farewell> {
  const organizations = await onlyOwnedOrganizations(db, userId)
  const projects = await onlyOwnedProjects(
    db,
    userId,
    organizations.map(({ id }) => id),
  )
  const row = await db
    .selectFrom('account_farewells')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', '>', now - CONFIRMED_FOR_MS)
    .executeTakeFirst()
  const agreed = row ? Refs.parse(JSON.parse(row.refs)) : { projectIds: [], organizationIds: [] }
  const confirmed =
    projects.every(({ id }) => agreed.projectIds.includes(id)) &&
    organizations.every(({ id }) => agreed.organizationIds.includes(id))
  return { projects, organizations, confirmed }
}

/** Projects of an organization belong to its owners as well, unless that goes too. */
async function onlyOwnedProjects(
  db: UserScope['db'],
  userId: string,
  leavingOrganizations: readonly string[],
): Promise<Farewell['projects']> {
  const rows = await db
    .selectFrom('projects')
    .select(['projects.id', 'projects.name'])
    .select((eb) =>
      eb
        .selectFrom('memberships')
        .whereRef('memberships.project_id', '=', 'projects.id')
        .where('user_id', '!=', userId)
        .where('removed_at', 'is', null)
        .select((c) => c.fn.countAll<number>().as('n'))
        .as('others'),
    )
    .where('projects.deleted_at', 'is', null)
    .where((eb) => {
      const owners = eb
        .selectFrom('memberships')
        .select('user_id')
        .whereRef('memberships.project_id', '=', 'projects.id')
        .where('role', '=', 'owner')
        .where('removed_at', 'is', null)
      const inLeaving = eb('projects.organization_id', 'in', ['', ...leavingOrganizations])
      return eb.and([
        eb.not(eb.exists(owners.where('user_id', '!=', userId))),
        eb.or([
          inLeaving,
          eb.and([eb('projects.organization_id', 'is', null), eb.exists(owners.where('user_id', '=', userId))]),
        ]),
      ])
    })
    .orderBy('projects.name')
    .execute()
  return rows.map(({ id, name, others }) => ({ id, name, otherMembers: others ?? 0 }))
}

async function onlyOwnedOrganizations(db: UserScope['db'], userId: string): Promise<Farewell['organizations']> {
  const mine = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['organization.id', 'organization.name', 'member.role'])
    .where('member.userId', '=', userId)
    .orderBy('organization.name')
    .execute()
  const others = await db
    .selectFrom('member')
    .select(['organizationId', 'role'])
    .where('organizationId', 'in', ['', ...mine.map(({ id }) => id)])
    .where('userId', '!=', userId)
    .execute()
  return mine
    .map(({ id, name, role }) => ({
      id,
      name,
      role,
      others: others.filter(({ organizationId }) => organizationId === id),
    }))
    .filter((one) => isOwner(one.role) && !one.others.some(({ role }) => isOwner(role)))
    .map(({ id, name, others: left }) => ({ id, name, otherMembers: left.length }))
}

function isOwner(roles: string): boolean {
  return roles.split(',').includes('owner')
}
