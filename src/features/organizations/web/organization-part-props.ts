import type { Organization } from '#features/organizations/organizations.contract.ts'

/** What a part of an organization's page is told. */
export interface OrganizationPartProps {
  readonly organization: Organization
  readonly myId: string
}
