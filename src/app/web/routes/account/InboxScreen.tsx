import { useNavigate, useSearch } from '@tanstack/react-router'
import { InboxPage } from '#features/inbox/web/InboxPage.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { usePageHead } from '../use-page-head.ts'

export function InboxScreen() {
  usePageHead(mainStrings.inbox)
  const { kind, show } = useSearch({ from: '/main/inbox' })
  const navigate = useNavigate({ from: '/inbox' })
  return (
    <InboxPage
      view={{ kind, unread: show === 'unread' }}
      onView={(view) =>
        void navigate({
          to: '/inbox',
          search: { ...(view.kind !== undefined && { kind: view.kind }), ...(view.unread && { show: 'unread' }) },
          replace: true,
        })
      }
    />
  )
}
