import { defineWeb } from '#web/extension/define-web.ts'
import { accountLive } from './account.live.ts'

export const accountWeb = defineWeb({
  name: 'account',
  live: accountLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
