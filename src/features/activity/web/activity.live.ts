import type { StreamName } from '#shared/events.ts'
import { projectOf, type LiveRules } from '#web/live/live-rules.ts'
import { activityKey } from './activity.client.ts'

/** Every event of a project is a line of its history. */
export const activityLive: LiveRules = { nouns: {}, every: ({ stream }) => history(stream), all: history }

function history(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [activityKey(projectId)]
}
