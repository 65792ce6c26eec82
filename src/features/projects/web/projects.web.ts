import { organizationPartPoint } from '#features/organizations/web/organization-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import {
  invitesQuery,
  membersQuery,
  organizationTargetsKey,
  projectListsKey,
  projectPeopleKey,
  projectPeopleQuery,
} from './projects.client.ts'

const projectsLive: LiveRules = {
  nouns: {
    project: ({ stream }) => [projectListsKey, ...keysOf(stream)],
    member: ({ stream }) => [projectListsKey, ...keysOf(stream)],
    invite: ({ stream }) => keysOf(stream),
    organization: () => [projectPeopleKey, organizationTargetsKey],
    // A card shows the number of tracks and the last change.
    track: () => [projectListsKey],
    version: () => [projectListsKey],
    task: () => [projectListsKey],
    note: () => [projectListsKey],
    round: () => [projectListsKey],
  },
  all: (stream) => [
    projectListsKey,
    ...(projectOf(stream) === undefined ? [projectPeopleKey, organizationTargetsKey] : keysOf(stream)),
  ],
}

function keysOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined
    ? []
    : [membersQuery(projectId).queryKey, invitesQuery(projectId).queryKey, projectPeopleQuery(projectId).queryKey]
}

export const projectsWeb = defineWeb({
  name: 'projects',
  live: projectsLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    organizationPartPoint.added(
      async () => (await import('./settings/targets-in-organization.tsx')).useTargetsInOrganization,
    ),
  ],
})
