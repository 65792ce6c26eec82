import type { AccountPartAddition } from '#features/account/web/account-points.ts'
import { profileStrings } from '#features/account/web/settings/profile.strings.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'

const NotificationsSection = lazyPanel(() => import('./NotificationsSection.tsx'))

export function useNotificationsInAccount(): AccountPartAddition {
  return { name: 'notifications', label: profileStrings.parts.notifications, content: <NotificationsSection /> }
}
