import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { meQuery } from '#features/account/web/account.client.ts'
import { OrganizationPage } from '#features/organizations/web/OrganizationPage.tsx'
import { organizationQuery } from '#features/organizations/web/organizations.client.ts'
import { RouteNotFound } from '../RouteNotFound.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { usePageHead } from '../use-page-head.ts'

export function OrganizationScreen() {
  const { organizationId } = useParams({ from: '/main/organization/$organizationId' })
  return <ShownOrganization organizationId={organizationId} part={undefined} />
}

export function OrganizationPartScreen() {
  const { organizationId, part } = useParams({ from: '/main/organization/$organizationId/$part' })
  return <ShownOrganization organizationId={organizationId} part={part} />
}

function ShownOrganization({
  organizationId,
  part,
}: {
  readonly organizationId: string
  readonly part: string | undefined
}) {
  const { data: organization } = useQuery({ ...organizationQuery(organizationId), enabled: false })
  const { data: me } = useQuery(meQuery)
  usePageHead(organization?.name ?? mainStrings.organization)
  const navigate = useNavigate()
  return (
    <OrganizationPage
      key={organizationId}
      {...{ organizationId, part }}
      missing={<RouteNotFound />}
      myId={me?.id ?? ''}
      onGone={() => void navigate({ to: '/', search: {} })}
    />
  )
}
