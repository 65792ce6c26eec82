import { defineWeb } from '#web/extension/define-web.ts'
import { sharesLive } from './shares.live.ts'

export const sharesWeb = defineWeb({
  name: 'shares',
  live: sharesLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
