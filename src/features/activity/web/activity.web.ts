import { projectPagePoint } from '#features/projects/web/project-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { activityKey } from './activity.client.ts'

/** Every event of a project appears in its history. */
const activityLive: LiveRules = { nouns: {}, every: ({ stream }) => history(stream), all: history }

function history(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [activityKey(projectId)]
}

export const activityWeb = defineWeb({
  name: 'activity',
  live: activityLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [projectPagePoint.added(async () => (await import('./activity-on-project.tsx')).useActivityOnProject)],
})
