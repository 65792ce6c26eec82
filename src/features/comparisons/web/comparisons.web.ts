import { defineWeb } from '#web/extension/define-web.ts'
import { comparisonsLive } from './comparisons.live.ts'

export const comparisonsWeb = defineWeb({
  name: 'comparisons',
  live: comparisonsLive,
  keys: () => import('./comparisons.keys.ts'),
  palette: 'nothing',
  adds: 'nothing',
})
