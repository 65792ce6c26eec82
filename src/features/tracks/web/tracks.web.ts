import { defineWeb } from '#web/extension/define-web.ts'
import { tracksLive } from './tracks.live.ts'

export const tracksWeb = defineWeb({
  name: 'tracks',
  live: tracksLive,
  keys: () => import('./tracks.keys.ts'),
  palette: 'nothing',
  adds: 'nothing',
})
