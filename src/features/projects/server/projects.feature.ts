import { invitedAddresses, isOpenInvite } from '#features/account/server/invitation-hooks.ts'
import { ownData } from '#features/account/server/own-data.ts'
import { sharesContext } from '#features/account/server/shared-contexts.ts'
import {
  organizationProjects,
  projectCount,
  storageOfProjects,
} from '#features/organizations/server/organization-hooks.ts'
import { organizationChanged, organizationDeleting, teamDeleted } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { storedBytes } from '#server/storage/storage-hooks.ts'
import { projectPolicy } from '../projects.policy.ts'
import { closeProjectsOfTeam, handProjectsToOwners, wakeProjectsOf } from './organization-grants.listeners.ts'
import { ownProjects } from './own-projects.queries.ts'
import { shareProject } from './project-people.queries.ts'
import { allStoredBytes, usesOfOrganization } from './project-uses.queries.ts'
import { countOfOrganization, listOrganizationProjects } from './projects-of-organization.queries.ts'
import { serveProjects } from './projects.routes.ts'
import { invitedIntoProjects, isOpenProjectInvite } from './working-invites.queries.ts'

export const projectsFeature = defineFeature({
  name: 'projects',
  serves: [serveProjects],
  actions: {
    policy: projectPolicy,
    // Who belongs to a project, and what becomes of it, is for people.
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
    invites: { export: 'left-behind', ownData: { none: 'each opens a door' } },
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
