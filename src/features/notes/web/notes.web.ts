import { defineWeb } from '#web/extension/define-web.ts'
import { notesLive } from './notes.live.ts'

export const notesWeb = defineWeb({
  name: 'notes',
  live: notesLive,
  keys: () => import('./notes.keys.ts'),
  palette: 'nothing',
  adds: 'nothing',
})
