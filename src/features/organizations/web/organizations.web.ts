import { defineWeb } from '#web/extension/define-web.ts'
import { organizationsLive } from './organizations.live.ts'

export const organizationsWeb = defineWeb({
  name: 'organizations',
  live: organizationsLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
