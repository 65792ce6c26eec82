import * as z from 'zod'
import { DAY_MS } from '#shared/units.ts'
import { record } from '#server/audit/audit.ts'
import { emit } from '#server/events/events.queries.ts'
import { change, serverScope, type UserScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import type { Farewell } from '../account.contract.ts'
import { accountErrors } from '../account.errors.ts'

const CONFIRMED_FOR_MS = DAY_MS
const Refs = z.object({ projectIds: z.array(z.string()), organizationIds: z.array(z.string()) })

export function readFarewell({ db, actor, now }: UserScope): Promise<Farewell> {
  return farewellOf(db, actor.userId, now())
}

/** Nothing is deleted yet: that happens together with the account, or not at all. */
export async function confirmFarewell(scope: UserScope, refs: z.infer<typeof Refs>): Promise<Farewell> {
  const { db, actor, now } = scope
  const row = { user_id: actor.userId, refs: JSON.stringify(refs), confirmed_at: now() }
  await db.insertInto('account_farewells').values(row).onConflict((c) => c.column('user_id').doUpdateSet(row)).execute()
  return readFarewell(scope)
}

/** Deletes an account, with what it alone owns if that was confirmed; otherwise that keeps it. All in one, so that a crash cannot leave an account without its organization. */
export async function sayFarewell(services: Services, userId: string, address: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const { db, now } = scope
    const farewell = await farewellOf(db, userId, now())
    if (!farewell.confirmed) throw accountErrors['account.only_owner']()
    for (const { id } of farewell.organizations) {
      await db.updateTable('projects').set({ organization_id: null, team_id: null, organization_role: null }).where('organization_id', '=', id).execute()
      await db.deleteFrom('organization').where('id', '=', id).execute()
    }
    for (const { id } of farewell.projects) await db.updateTable('projects').set({ deleted_at: now(), deleted_by: userId }).where('id', '=', id).execute()
    const memberships = await db.selectFrom('memberships').select('project_id').where('user_id', '=', userId).where('removed_at', 'is', null).orderBy('project_id').execute()
    // Sessions, ways in and memberships hang on the account's row and go with it. Before any stream is locked, as by whoever writes a row that names the account.
    await db.deleteFrom('user').where('id', '=', userId).execute()
    await record(scope, { kind: 'account.deleted', actorId: userId, address })
    for (const { project_id } of memberships) await emit(scope, `project:${project_id}`, 'member.left', { projectId: project_id, userId })
    // Its open windows look again.
    await emit(scope, `user:${userId}`, 'session.changed', {})
  })
}

async function farewellOf(db: UserScope['db'], userId: string, now: number): Promise<Farewell> {
  const organizations = await onlyOwnedOrganizations(db, userId)
  const projects = await onlyOwnedProjects(db, userId, organizations.map(({ id }) => id))
  const row = await db.selectFrom('account_farewells').selectAll().where('user_id', '=', userId).where('confirmed_at', '>', now - CONFIRMED_FOR_MS).executeTakeFirst()
  const agreed = row ? Refs.parse(JSON.parse(row.refs)) : { projectIds: [], organizationIds: [] }
  const confirmed = projects.every(({ id }) => agreed.projectIds.includes(id)) && organizations.every(({ id }) => agreed.organizationIds.includes(id))
  return { projects, organizations, confirmed }
}

/** Projects of an organization belong to its owners as well, unless that goes too. */
async function onlyOwnedProjects(db: UserScope['db'], userId: string, leavingOrganizations: readonly string[]): Promise<Farewell['projects']> {
  const rows = await db
    .selectFrom('projects')
    .select(['projects.id', 'projects.name'])
    .select((eb) => eb.selectFrom('memberships').whereRef('memberships.project_id', '=', 'projects.id').where('user_id', '!=', userId).where('removed_at', 'is', null).select((c) => c.fn.countAll<number>().as('n')).as('others'))
    .where('projects.deleted_at', 'is', null)
    .where((eb) => {
      const owners = eb.selectFrom('memberships').select('user_id').whereRef('memberships.project_id', '=', 'projects.id').where('role', '=', 'owner').where('removed_at', 'is', null)
      const inLeaving = eb('projects.organization_id', 'in', ['', ...leavingOrganizations])
      return eb.and([eb.not(eb.exists(owners.where('user_id', '!=', userId))), eb.or([inLeaving, eb.and([eb('projects.organization_id', 'is', null), eb.exists(owners.where('user_id', '=', userId))])])])
    })
    .orderBy('projects.name')
    .execute()
  return rows.map(({ id, name, others }) => ({ id, name, otherMembers: others ?? 0 }))
}

async function onlyOwnedOrganizations(db: UserScope['db'], userId: string): Promise<Farewell['organizations']> {
  const mine = await db.selectFrom('member').innerJoin('organization', 'organization.id', 'member.organizationId').select(['organization.id', 'organization.name', 'member.role']).where('member.userId', '=', userId).orderBy('organization.name').execute()
  const others = await db.selectFrom('member').select(['organizationId', 'role']).where('organizationId', 'in', ['', ...mine.map(({ id }) => id)]).where('userId', '!=', userId).execute()
  return mine
    .map(({ id, name, role }) => ({ id, name, role, others: others.filter(({ organizationId }) => organizationId === id) }))
    .filter((one) => isOwner(one.role) && !one.others.some(({ role }) => isOwner(role)))
    .map(({ id, name, others: left }) => ({ id, name, otherMembers: left.length }))
}

function isOwner(roles: string): boolean {
  return roles.split(',').includes('owner')
}
