import { defineWeb } from '#web/extension/define-web.ts'
import { inboxLive } from './inbox.live.ts'

export const inboxWeb = defineWeb({
  name: 'inbox',
  live: inboxLive,
  keys: async () => (await import('./inbox-keys.ts')).inboxKeys,
  palette: 'nothing',
  adds: 'nothing',
})
