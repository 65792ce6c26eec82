import { trackPagePoint } from '#features/tracks/web/track-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { notesLive } from './notes.live.ts'
import { trackNotesPoint } from './track-notes-point.ts'

export const notesWeb = defineWeb({
  name: 'notes',
  live: notesLive,
  keys: async () => (await import('./notes.keys.ts')).noteKeyList,
  palette: 'nothing',
  adds: [
    trackPagePoint.added(async () => {
      const [{ useNotesOnTrackPage }] = await Promise.all([import('./notes-on-track-page.tsx'), trackNotesPoint.load()])
      return useNotesOnTrackPage
    }),
  ],
})
