import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import {
  OrganizationPage,
  organizationParts,
  type OrganizationPart,
} from '#features/organizations/web/OrganizationPage.tsx'
import { organizationQuery } from '#features/organizations/web/organizations.client.ts'
import { LazyBoundary } from '#web/ui/lazy-part.tsx'
import { RouteNotFound } from './RouteNotFound.tsx'
import { mainStrings } from './main.strings.ts'
import { usePageHead } from './use-page-head.ts'

const WebhooksSection = lazy(() => import('#features/webhooks/web/WebhooksSection.tsx'))
const AuditLog = lazy(() => import('#features/administration/web/AuditLog.tsx'))
const OrganizationStorage = lazy(() => import('#features/administration/web/OrganizationStorage.tsx'))
const later = {
  storage: (organizationId: string) => (
    <LazyBoundary missing="shown">
      <OrganizationStorage organizationId={organizationId} />
    </LazyBoundary>
  ),
  webhooks: (organizationId: string) => (
    <LazyBoundary missing="shown">
      <WebhooksSection place={{ organizationId }} />
    </LazyBoundary>
  ),
  audit: (organizationId: string) => (
    <LazyBoundary missing="shown">
      <AuditLog organizationId={organizationId} />
    </LazyBoundary>
  ),
}

export function OrganizationScreen() {
  const { organizationId } = useParams({ from: '/main/organization/$organizationId' })
  return <ShownOrganization organizationId={organizationId} part="general" />
}

export function OrganizationPartScreen() {
  const { organizationId, part: named } = useParams({ from: '/main/organization/$organizationId/$part' })
  const part = organizationParts.find((one) => one === named)
  return part ? <ShownOrganization organizationId={organizationId} part={part} /> : <RouteNotFound />
}

function ShownOrganization({
  organizationId,
  part,
}: {
  readonly organizationId: string
  readonly part: OrganizationPart
}) {
  const { data: organization } = useQuery({ ...organizationQuery(organizationId), enabled: false })
  const { data: me } = useQuery(meQuery)
  usePageHead(organization?.name ?? mainStrings.organization)
  const navigate = useNavigate()
  return (
    <OrganizationPage
      key={organizationId}
      {...{ organizationId, part, later }}
      myId={me?.id ?? ''}
      onGone={() => void navigate({ to: '/', search: {} })}
    />
  )
}
