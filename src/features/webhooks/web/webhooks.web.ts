import { defineWeb } from '#web/extension/define-web.ts'
import { webhooksLive } from './webhooks.live.ts'

export const webhooksWeb = defineWeb({
  name: 'webhooks',
  live: webhooksLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
