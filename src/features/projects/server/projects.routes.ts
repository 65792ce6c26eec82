import { serve } from '#server/router/route-table.ts'
import { projectRoutes } from '../projects.contract.ts'
import {
  acceptInvite,
  createInvite,
  listInvites,
  previewInvite,
  resendInvite,
  restoreInvite,
  revokeInvite,
} from './invites.queries.ts'
import { editMember, listMembers, removeMember, restoreMember } from './members.queries.ts'
import { listProjectPeople } from './project-people.queries.ts'
import { listProjects } from './project-list.queries.ts'
import { readProjectStorage } from './project-storage.queries.ts'
import { createProject, deleteProject, editProject, restoreProject } from './projects.queries.ts'

export const serveProjects = serve(projectRoutes, {
  'GET /api/projects': ({ scope, query }) => listProjects(scope, query),
  'POST /api/projects': ({ scope, body }) => createProject(scope, body),
  'PATCH /api/projects/:projectId': ({ scope, body }) => editProject(scope, body),
  'DELETE /api/projects/:projectId': ({ scope }) => deleteProject(scope),
  'POST /api/projects/:projectId/restore': ({ scope }) => restoreProject(scope),
  'GET /api/projects/:projectId/storage': ({ scope }) => readProjectStorage(scope),
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
  'GET /api/invite/:inviteId': ({ scope, params }) => previewInvite(scope, params.inviteId),
  'POST /api/invite/:inviteId/accept': ({ scope, params }) => acceptInvite(scope, params.inviteId),
})
