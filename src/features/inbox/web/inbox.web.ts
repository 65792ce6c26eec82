import { projectMenuPoint } from '#features/projects/web/project-points.ts'
import { accountPartPoint } from '#features/account/web/account-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { inboxLive } from './inbox.live.ts'
import { useMuteEntries } from './use-mute-entries.ts'

export const inboxWeb = defineWeb({
  name: 'inbox',
  live: inboxLive,
  keys: async () => (await import('./inbox-keys.ts')).inboxKeys,
  palette: 'nothing',
  adds: [
    projectMenuPoint.addedAtOnce(useMuteEntries),
    accountPartPoint.added(async () => (await import('./notifications-in-account.tsx')).useNotificationsInAccount),
  ],
})
