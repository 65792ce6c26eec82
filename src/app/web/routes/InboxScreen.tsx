import { InboxPage } from '#features/inbox/web/InboxPage.tsx'
import { inboxRoute } from './person-routes.ts'
import { mainStrings } from './main.strings.ts'
import { usePageHead } from './use-page-head.ts'

export function InboxScreen() {
  usePageHead(mainStrings.inbox)
  const { kind, show } = inboxRoute.useSearch()
  const navigate = inboxRoute.useNavigate()
  return <InboxPage view={{ kind, unread: show === 'unread' }} onView={(view) => void navigate({ to: '/inbox', search: { ...(view.kind !== undefined && { kind: view.kind }), ...(view.unread && { show: 'unread' }) }, replace: true })} />
}
