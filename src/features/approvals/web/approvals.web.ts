import { defineWeb } from '#web/extension/define-web.ts'
import { approvalsLive } from './approvals.live.ts'

export const approvalsWeb = defineWeb({
  name: 'approvals',
  live: approvalsLive,
  keys: () => import('./approvals.keys.ts'),
  palette: 'nothing',
  adds: 'nothing',
})
