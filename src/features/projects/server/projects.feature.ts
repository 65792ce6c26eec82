import { invitedAddresses, isOpenInvite, sharesContext } from '#features/account/server/account-hooks.ts'
import { ownData } from '#features/account/server/own-data.ts'
import {
  organizationProjects,
  projectCount,
  storageOfProjects,
} from '#features/organizations/server/organization-hooks.ts'
import { openOrganization } from '#features/organizations/server/organizations.scope.ts'
import { organizationChanged, organizationDeleting, teamDeleted } from '#server/auth/auth-hooks.ts'
import type { Db } from '#server/db/open-database.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import type { ProjectScope } from '#server/scope.ts'
import { quotaOf } from '#server/storage/quota.ts'
import { storedBytes } from '#server/storage/storage-hooks.ts'
import type { Instant } from '#shared/units.ts'
import { projectRoutes, type ProjectStorage } from '../projects.contract.ts'
import { projectPolicy } from '../projects.policy.ts'
import {
  acceptInvite,
  createInvite,
  listInvites,
  previewInvite,
  sendInviteCover,
  resendInvite,
  restoreInvite,
  revokeInvite,
} from './invites.queries.ts'
import { admitByInvite, declineInviteRequest, requestAccess } from './invite-requests.queries.ts'
import { findCover, sendCover } from './covers.queries.ts'
import { readOrganizationTargets, setOrganizationTargets } from './delivery-targets.queries.ts'
import { editMember, listMembers, removeMember, restoreMember } from './members.queries.ts'
import { closeProjectsOfTeam, handProjectsToOwners, wakeProjectsOf } from './organization-grants.listeners.ts'
import { ownProjects } from './own-projects.queries.ts'
import { listProjects } from './project-list.queries.ts'
import { listProjectPeople, shareProject } from './project-people.queries.ts'
import { organizationQuotaLeft, readStorageInUse } from './project-quota.queries.ts'
import { allStoredBytes, projectUses, usesOfOrganization } from './project-uses.queries.ts'
import { countOfOrganization, listOrganizationProjects } from './projects-of-organization.queries.ts'
import { createProject, deleteProject, editProject, restoreProject, setProjectCover } from './projects.queries.ts'

const serveProjects = serve(projectRoutes, {
  'GET /api/projects': ({ scope, query }) => listProjects(scope, query),
  'POST /api/projects': ({ scope, body }) => createProject(scope, body),
  'PATCH /api/projects/:projectId': ({ scope, body }) => editProject(scope, body),
  'DELETE /api/projects/:projectId': ({ scope }) => deleteProject(scope),
  'POST /api/projects/:projectId/restore': ({ scope }) => restoreProject(scope),
  'GET /api/projects/:projectId/cover': async ({ scope, reply }) => sendCover(reply, await findCover(scope, null)),
  'PUT /api/projects/:projectId/cover': ({ scope, body }) => setProjectCover(scope, body),
  'DELETE /api/projects/:projectId/cover': ({ scope }) => setProjectCover(scope, null),
  'GET /api/storage': ({ scope, query }) => readStorageInUse(scope, query.organizationId),
  'GET /api/projects/:projectId/storage': ({ scope }) => readProjectStorage(scope),
  'GET /api/organizations/:organizationId/targets': async ({ scope, params }) =>
    readOrganizationTargets(await openOrganization(scope, params.organizationId)),
  'PUT /api/organizations/:organizationId/targets': async ({ scope, params, body }) =>
    setOrganizationTargets(await openOrganization(scope, params.organizationId), body),
  'GET /api/projects/:projectId/members': ({ scope, query }) => listMembers(scope, query),
  'GET /api/projects/:projectId/people': ({ scope, query }) => listProjectPeople(scope, query),
  'PATCH /api/projects/:projectId/members/:userId': ({ scope, params, body }) => editMember(scope, params.userId, body),
  'DELETE /api/projects/:projectId/members/:userId': ({ scope, params }) => removeMember(scope, params.userId),
  'POST /api/projects/:projectId/members/:userId/restore': ({ scope, params }) => restoreMember(scope, params.userId),
  'GET /api/projects/:projectId/invites': ({ scope, query }) => listInvites(scope, query),
  'POST /api/projects/:projectId/invites': ({ scope, body }) => createInvite(scope, body),
  'DELETE /api/projects/:projectId/invites/:inviteId': ({ scope, params }) => revokeInvite(scope, params.inviteId),
  'POST /api/projects/:projectId/invites/:inviteId/restore': ({ scope, params }) =>
    restoreInvite(scope, params.inviteId),
  'POST /api/projects/:projectId/invites/:inviteId/resend': ({ scope, params }) => resendInvite(scope, params.inviteId),
  'POST /api/projects/:projectId/invites/:inviteId/admit': ({ scope, params, body }) =>
    admitByInvite(scope, params.inviteId, body),
  'DELETE /api/projects/:projectId/invites/:inviteId/request': ({ scope, params }) =>
    declineInviteRequest(scope, params.inviteId),
  'GET /api/invite/:inviteId': ({ scope, params }) => previewInvite(scope, params.inviteId),
  'GET /api/invite/:inviteId/cover': ({ scope, params, reply }) => sendInviteCover(scope, params.inviteId, reply),
  'POST /api/invite/:inviteId/accept': ({ scope, params }) => acceptInvite(scope, params.inviteId),
  'POST /api/invite/:inviteId/request': ({ scope, params }) => requestAccess(scope, params.inviteId),
})

async function readProjectStorage(scope: ProjectScope): Promise<ProjectStorage> {
  const { db, config, projectId } = scope
  const { uses } = await projectUses(db)
  const {
    originals,
    trashed,
    attachments,
    files,
    uploads,
    quota_bytes: set,
  } = await uses.where('projects.id', '=', projectId).executeTakeFirstOrThrow()
  return {
    originals,
    trashed,
    attachments,
    files,
    uploads,
    quotaBytes: quotaOf(set, config.PROJECT_QUOTA_GB),
    organization: await organizationQuotaLeft(scope),
  }
}

export const projectsFeature = defineFeature({
  name: 'projects',
  serves: [serveProjects],
  actions: {
    policy: projectPolicy,
    // Managing members and deleting a project require a session.
    tokens: {
      'project.view': ['read'],
      'project.edit': ['manage'],
      'project.delete': [],
      'project.restore': [],
      'project.erase': [],
      'member.edit': [],
      'member.leave': [],
      'invite.manage': [],
    },
  },
  tables: {
    projects: { export: 'itself', ownData: ['projects'] },
    memberships: { export: 'project_id', ownData: ['projects'] },
    invites: { export: 'left-behind', ownData: { none: 'each opens a door, and a request ends with its answer' } },
    covers: { export: 'project_id', after: 'tracks', ownData: { none: 'of the projects, by their members together' } },
    organization_targets: { export: 'left-behind', ownData: { none: 'the organization’s' } },
  },
  answers: [
    organizationProjects.answeredBy(listOrganizationProjects),
    projectCount.answeredBy(countOfOrganization),
    storageOfProjects.answeredBy(usesOfOrganization),
    storedBytes.answeredBy(async (db) => ({ ...(await allStoredBytes(db)) })),
    isOpenInvite.answeredBy(isOpenProjectInvite),
    invitedAddresses.answeredBy(invitedIntoProjects),
    organizationChanged.answeredBy(wakeProjectsOf),
    organizationDeleting.answeredBy(handProjectsToOwners),
    teamDeleted.answeredBy(closeProjectsOfTeam),
    sharesContext.answeredBy(shareProject),
    ownData.answeredBy(() => ownProjects),
  ],
})

/** A link made for one address counts by that address alone. */
async function isOpenProjectInvite(db: Db, inviteId: string, now: Instant): Promise<boolean> {
  const found = await workingInvites(db, now)
    .where('invites.id', '=', inviteId)
    .where('invites.email', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

async function invitedIntoProjects(db: Db, now: Instant): Promise<readonly string[]> {
  const rows = await workingInvites(db, now).where('invites.email', 'is not', null).execute()
  return rows.map(({ email }) => email ?? '')
}

function workingInvites(db: Db, now: Instant) {
  return db
    .selectFrom('invites')
    .innerJoin('projects', 'projects.id', 'invites.project_id')
    .select('invites.email')
    .where('projects.deleted_at', 'is', null)
    .where('invites.revoked_at', 'is', null)
    .where('invites.expires_at', '>', now)
    .where((eb) => eb.or([eb('invites.max_uses', 'is', null), eb('invites.uses', '<', eb.ref('invites.max_uses'))]))
}
