import { invitedAddresses, sharesContext } from '#features/account/server/account-hooks.ts'
import { moment, ownData, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { organizationChanged } from '#server/auth/auth-hooks.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { change, serverScope, type UserScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { quotaOf } from '#server/storage/quota.ts'
import { refused } from '#shared/errors.ts'
import type { Instant } from '#shared/units.ts'
import { organizationRoutes, type OrganizationStorage } from '../organizations.contract.ts'
import { rolesIn } from '../organizations.policy.ts'
import { previewInvitation } from './invitation-preview.queries.ts'
import { organizationProjects, storageOfProjects } from './organization-hooks.ts'
import { listOrganizationMembers, listOrganizationTeams, shareOrganization } from './organization-people.queries.ts'
import { listOrganizations, readOrganization } from './organizations.queries.ts'
import { openOrganization, type OrganizationScope } from './organizations.scope.ts'

const ownOrganizations: readonly OwnPart[] = [{ name: 'organizations', read: ownMemberships }]

async function ownMemberships({ db, actor }: UserScope): Promise<readonly OwnThing[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['organization.id', 'organization.name', 'member.role', 'member.createdAt'])
    .where('member.userId', '=', actor.userId)
    .orderBy('member.createdAt')
    .orderBy('organization.id')
    .execute()
  const teams = await db
    .selectFrom('teamMember')
    .innerJoin('team', 'team.id', 'teamMember.teamId')
    .select(['team.organizationId', 'team.name'])
    .where('teamMember.userId', '=', actor.userId)
    .orderBy('team.name')
    .execute()
  return rows.map(({ id, name, role, createdAt }) => ({
    id,
    name,
    roles: rolesIn(role),
    teams: teams.filter((team) => team.organizationId === id).map((team) => team.name),
    joinedAt: moment(createdAt),
  }))
}

/** More than anybody looks through. */
const MOST_PROJECTS = 500

/** To plain members it does not exist. */
async function readOrganizationStorage({
  db,
  config,
  organizationId,
  manages,
}: OrganizationScope): Promise<OrganizationStorage> {
  if (!manages) throw refused.not_found()
  const quota = await db
    .selectFrom('organization_quotas')
    .select('bytes')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return {
    quotaBytes: quotaOf(quota?.bytes ?? null, config.ORGANIZATION_QUOTA_GB),
    projects: (await storageOfProjects.ask(db, organizationId, MOST_PROJECTS)).flat(),
  }
}

const serveOrganizations = serve(organizationRoutes, {
  'GET /api/organizations': ({ scope, query }) => listOrganizations(scope, query),
  'GET /api/organizations/:organizationId': ({ scope, params }) => readOrganization(scope, params.organizationId),
  'GET /api/organizations/:organizationId/members': async ({ scope, params, query }) =>
    listOrganizationMembers(await openOrganization(scope, params.organizationId), query),
  'GET /api/organizations/:organizationId/teams': async ({ scope, params, query }) =>
    listOrganizationTeams(await openOrganization(scope, params.organizationId), query),
  'GET /api/organizations/:organizationId/projects': async ({ scope, params, query }) =>
    projectsIn(await openOrganization(scope, params.organizationId), query),
  'GET /api/organizations/:organizationId/storage': async ({ scope, params }) =>
    readOrganizationStorage(await openOrganization(scope, params.organizationId)),
  'GET /api/organization-invitations/:invitationId': ({ scope, params }) =>
    previewInvitation(scope, params.invitationId),
})

async function projectsIn(...asked: Parameters<typeof organizationProjects.ask>) {
  const [page] = await organizationProjects.ask(...asked)
  return page ?? { items: [], nextCursor: null }
}

export const organizationsFeature = defineFeature({
  name: 'organizations',
  serves: [serveOrganizations],
  answers: [
    invitedAddresses.answeredBy(invitedIntoOrganizations),
    organizationChanged.answeredBy(tellOrganization),
    sharesContext.answeredBy(shareOrganization),
    ownData.answeredBy(() => ownOrganizations),
  ],
})

async function invitedIntoOrganizations(db: Db, now: Instant): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('invitation')
    .select(['email', 'expiresAt'])
    .where('status', '=', 'pending')
    .execute()
  return rows.filter(({ expiresAt }) => new Date(expiresAt).getTime() > now).map(({ email }) => email)
}

/** Tells everybody in it, and who came or went. */
async function tellOrganization(services: Services, organizationId: string, userId?: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const members = await scope.db
      .selectFrom('member')
      .select('userId')
      .where('organizationId', '=', organizationId)
      .execute()
    const told = new Set([...members.map((member) => member.userId), ...(userId ? [userId] : [])])
    for (const id of [...told].toSorted()) await emit(scope, `user:${id}`, 'organization.changed', { organizationId })
  })
}
