import { serve } from '#server/router/route-table.ts'
import { organizationRoutes } from '../organizations.contract.ts'
import { previewInvitation } from './invitation-preview.queries.ts'
import { listOrganizationMembers, listOrganizationTeams } from './organization-people.queries.ts'
import { organizationProjects } from './organization-hooks.ts'
import { listOrganizations, readOrganization } from './organizations.queries.ts'
import { readOrganizationStorage } from './organization-storage.queries.ts'
import { openOrganization } from './organizations.scope.ts'

export const serveOrganizations = serve(organizationRoutes, {
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
