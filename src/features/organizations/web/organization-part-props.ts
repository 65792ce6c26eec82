import type { Organization } from '#features/organizations/organizations.contract.ts'

/** Props of a part of an organization's page. */
export interface OrganizationPartProps {
  readonly organization: Organization
  readonly myId: string
}
