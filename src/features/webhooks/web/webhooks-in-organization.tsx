import type { OrganizationPartAddition } from '#features/organizations/web/organization-points.ts'
import { organizationStrings } from '#features/organizations/web/organizations.strings.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'

const WebhooksSection = lazyPanel(() => import('./WebhooksSection.tsx'))

export function useWebhooksInOrganization(): OrganizationPartAddition {
  return {
    name: 'webhooks',
    label: organizationStrings.parts.webhooks,
    content: (organizationId) => <WebhooksSection place={{ organizationId }} />,
  }
}
