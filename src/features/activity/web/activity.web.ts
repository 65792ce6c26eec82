import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { activityLive } from './activity.live.ts'

export const activityWeb = defineWeb({
  name: 'activity',
  live: activityLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [projectPagePoint.added(async () => (await import('./activity-on-project.tsx')).useActivityOnProject)],
})
