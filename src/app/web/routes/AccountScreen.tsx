import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { accountParts, AccountPage } from '#features/account/web/AccountPage.tsx'
import { LazyBoundary } from '#web/ui/lazy-part.tsx'
import { RouteNotFound } from './RouteNotFound.tsx'
import { mainStrings } from './main.strings.ts'
import { usePageHead } from './use-page-head.ts'

const KeysPart = lazy(() => import('./KeysPart.tsx'))
const NotificationsPart = lazy(() => import('#features/inbox/web/NotificationsSection.tsx'))
const TokensPart = lazy(() => import('#features/tokens/web/TokensSection.tsx'))
const parts = {
  keysPart: (
    <LazyBoundary missing="shown">
      <KeysPart />
    </LazyBoundary>
  ),
  notificationsPart: (
    <LazyBoundary missing="shown">
      <NotificationsPart />
    </LazyBoundary>
  ),
  tokensPart: (
    <LazyBoundary missing="shown">
      <TokensPart />
    </LazyBoundary>
  ),
}

export function AccountScreen() {
  usePageHead(mainStrings.account)
  return <AccountPage part="profile" {...parts} />
}

export function AccountPartScreen() {
  usePageHead(mainStrings.account)
  const { part: named } = useParams({ from: '/main/account/$part' })
  const { again } = useSearch({ from: '/main/account/$part' })
  const navigate = useNavigate({ from: '/account/$part' })
  const part = accountParts.find((one) => one === named)
  const forget = () => {
    if (again !== undefined)
      void navigate({ to: '.', search: (search) => ({ ...search, again: undefined }), replace: true })
  }
  return part ? <AccountPage part={part} {...parts} again={again} onAgainOver={forget} /> : <RouteNotFound />
}
