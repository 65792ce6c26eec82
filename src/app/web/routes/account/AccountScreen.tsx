import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { AccountPage } from '#features/account/web/settings/AccountPage.tsx'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { RouteNotFound } from '../RouteNotFound.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { usePageHead } from '../use-page-head.ts'

const KeysPart = lazyPanel(() => import('./KeysPart.tsx'))
const parts = { keysPart: <KeysPart />, missing: <RouteNotFound /> }

export function AccountScreen() {
  usePageHead(mainStrings.account)
  return <AccountPage part={undefined} {...parts} />
}

export function AccountPartScreen() {
  usePageHead(mainStrings.account)
  const { part } = useParams({ from: '/main/account/$part' })
  const { again } = useSearch({ from: '/main/account/$part' })
  const navigate = useNavigate({ from: '/account/$part' })
  const forget = () => {
    if (again !== undefined)
      void navigate({ to: '.', search: (search) => ({ ...search, again: undefined }), replace: true })
  }
  return <AccountPage part={part} {...parts} again={again} onAgainOver={forget} />
}
