import { trackNotesPoint } from '#features/notes/web/track-notes-point.ts'
import { trackMenuPoint } from '#features/tracks/web/track-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'

export const markersWeb = defineWeb({
  name: 'markers',
  live: 'nothing',
  keys: 'nothing',
  palette: async () => (await import('./markers.palette.ts')).useMarkersInPalette,
  adds: [
    trackMenuPoint.added(async () => (await import('./markers-on-tracks.ts')).useMarkersInMenus),
    trackNotesPoint.added(async () => (await import('./markers-on-tracks.ts')).useMarkersOfNotes),
  ],
})
