import { defineWeb } from '#web/extension/define-web.ts'
import { tokensLive } from './tokens.live.ts'

export const tokensWeb = defineWeb({
  name: 'tokens',
  live: tokensLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
