import { ownData } from '#features/account/server/own-data.ts'
import { sharesContext } from '#features/account/server/shared-contexts.ts'
import { organizationChanged } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { shareOrganization } from './organization-people.queries.ts'
import { tellOrganization } from './organizations.listeners.ts'
import { serveOrganizations } from './organizations.routes.ts'
import { ownOrganizations } from './own-organizations.queries.ts'

export const organizationsFeature = defineFeature({
  name: 'organizations',
  serves: [serveOrganizations],
  tables: {
    organization: { export: 'left-behind', ownData: ['organizations'] },
    member: { export: 'left-behind', ownData: ['organizations'] },
    team: { export: 'left-behind', ownData: ['organizations'] },
    teamMember: { export: 'left-behind', ownData: ['organizations'] },
    invitation: {
      export: 'left-behind',
      ownData: { none: 'each opens a door, and names an address of somebody else' },
    },
  },
  answers: [
    organizationChanged.answeredBy(tellOrganization),
    sharesContext.answeredBy(shareOrganization),
    ownData.answeredBy(() => ownOrganizations),
  ],
})
