import { invitedAddresses } from '#features/account/server/invitation-hooks.ts'
import { ownData } from '#features/account/server/own-data.ts'
import { sharesContext } from '#features/account/server/shared-contexts.ts'
import { organizationChanged } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { invitedIntoOrganizations } from './invited-addresses.ts'
import { shareOrganization } from './organization-people.queries.ts'
import { tellOrganization } from './organizations.listeners.ts'
import { serveOrganizations } from './organizations.routes.ts'
import { ownOrganizations } from './own-organizations.queries.ts'

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
