import type { OrganizationPartAddition } from '#features/organizations/web/organization-points.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { targetStrings } from './targets.strings.ts'

const OrganizationTargetsForm = lazyPanel(() => import('./OrganizationTargetsForm.tsx'))

export function useTargetsInOrganization(): OrganizationPartAddition {
  return {
    name: 'targets',
    label: targetStrings.heading,
    content: (organizationId) => <OrganizationTargetsForm key={organizationId} organizationId={organizationId} />,
  }
}
