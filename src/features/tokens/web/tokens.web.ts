import { accountPartPoint } from '#features/account/web/account-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { tokensLive } from './tokens.live.ts'

export const tokensWeb = defineWeb({
  name: 'tokens',
  live: tokensLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    // Beside the sessions, because both act for the user.
    accountPartPoint.added(async () => (await import('./tokens-in-account.tsx')).useTokensInAccount, -1),
  ],
})
