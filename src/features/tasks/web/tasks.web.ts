import { trackNotesPoint } from '#features/notes/web/track-notes-point.ts'
import { trackPagePoint } from '#features/tracks/web/track-points.ts'
import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { tasksLive } from './tasks.live.ts'

export const tasksWeb = defineWeb({
  name: 'tasks',
  live: tasksLive,
  keys: async () => (await import('./tasks.keys.ts')).taskKeyList,
  palette: 'nothing',
  adds: [
    projectPagePoint.added(async () => (await import('./tasks-on-project.tsx')).useTasksOnProject),
    trackPagePoint.added(async () => (await import('./tasks-on-track-page.tsx')).useTasksOnTrackPage),
    trackNotesPoint.added(async () => (await import('./tasks-on-track-page.tsx')).useTasksOfNotes),
  ],
})
