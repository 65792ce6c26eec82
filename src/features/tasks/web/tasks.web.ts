import { trackNotesPoint } from '#features/notes/web/track-notes-point.ts'
import { trackPagePoint } from '#features/tracks/web/track-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { tasksLive } from './tasks.live.ts'

export const tasksWeb = defineWeb({
  name: 'tasks',
  live: tasksLive,
  keys: async () => (await import('./tasks.keys.ts')).taskKeyList,
  palette: 'nothing',
  adds: [
    trackPagePoint.added(async () => (await import('./tasks-on-track-page.tsx')).useTasksOnTrackPage),
    trackNotesPoint.added(async () => (await import('./tasks-on-track-page.tsx')).useTasksOfNotes),
  ],
})
