import { defineWeb } from '#web/extension/define-web.ts'
import { inboxLive } from './inbox.live.ts'

export const inboxWeb = defineWeb({
  name: 'inbox',
  live: inboxLive,
  keys: () => import('./inbox.keys.ts'),
  palette: 'nothing',
  adds: 'nothing',
})
