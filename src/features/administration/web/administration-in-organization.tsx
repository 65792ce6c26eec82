import type { OrganizationPartAddition } from '#features/organizations/web/organization-points.ts'
import { organizationStrings } from '#features/organizations/web/organizations.strings.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'

const AuditLog = lazyPanel(() => import('./AuditLog.tsx'))
const OrganizationStorage = lazyPanel(() => import('./OrganizationStorage.tsx'))

export function useStorageInOrganization(): OrganizationPartAddition {
  return {
    name: 'storage',
    label: organizationStrings.parts.storage,
    content: (organizationId) => <OrganizationStorage organizationId={organizationId} />,
  }
}

export function useAuditInOrganization(): OrganizationPartAddition {
  return {
    name: 'audit',
    label: organizationStrings.parts.audit,
    content: (organizationId) => <AuditLog organizationId={organizationId} />,
  }
}
