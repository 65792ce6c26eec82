import { trackNotesPoint } from '#features/notes/web/track-notes-point.ts'
import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { trackPagePoint } from '#features/tracks/web/track-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { startsQuery } from './start/version-starts.client.ts'
import { myTasksKey, taskHistoryKey, taskItemsKey, tasksQuery } from './tasks.client.ts'

/**
 * A task shows its note's text. Deleting or renaming a track, or changing a project's prefix, changes names in the
 * user's list.
 */
const tasksLive: LiveRules = {
  nouns: {
    task: ({ stream }) => tasksOf(stream),
    start: ({ stream }) => startsOf(stream),
    tick: ({ stream }) => startsOf(stream),
    // A new version ends the plan for it.
    version: ({ stream }) => startsOf(stream),
    note: ({ stream }) => tasksOf(stream),
    track: ({ stream }) => tasksOf(stream),
    project: () => [myTasksKey],
    member: () => [myTasksKey],
  },
  all: tasksOf,
}

function tasksOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined
    ? [myTasksKey]
    : [
        tasksQuery(projectId).queryKey,
        taskItemsKey(projectId),
        taskHistoryKey(projectId),
        ...startsOf(stream),
        myTasksKey,
      ]
}

function startsOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [startsQuery(projectId).queryKey]
}

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
