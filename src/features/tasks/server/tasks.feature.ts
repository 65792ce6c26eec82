import { ownData } from '#features/account/server/own-data.ts'
import { noteChanged } from '#features/notes/server/note-hooks.ts'
import { cardCounts } from '#features/projects/server/project-hooks.ts'
import { taskCounts, taskNumbers } from '#features/tracks/server/track-hooks.ts'
import { versionAdded } from '#features/tracks/server/versions/version-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { taskPolicy } from '../tasks.policy.ts'
import { closeVersionPlan } from './close-version-plan.ts'
import { ownTasks } from './own-tasks.queries.ts'
import { countTasks, eraseOldTasks, numbersOfTasks, openTasksOnCard } from './task-counts.queries.ts'
import { followNote } from './task-notes.queries.ts'
import { serveTasks, serveVersionStarts } from './tasks.routes.ts'

export const tasksFeature = defineFeature({
  name: 'tasks',
  serves: [serveTasks, serveVersionStarts],
  actions: {
    policy: taskPolicy,
    tokens: {
      'task.view': ['read', 'tasks'],
      'task.add': ['tasks'],
      'task.edit': ['tasks'],
      'version.start': ['tasks'],
    },
  },
  tables: {
    tasks: { export: 'project_id', ownData: ['tasks'] },
    task_items: { export: { column: 'task_id', in: 'tasks' }, ownData: { none: 'nobody knows who wrote which step' } },
    version_starts: { export: 'project_id', ownData: { none: 'what a track waits for; its tasks are told' } },
    version_start_items: {
      export: { column: 'start_id', in: 'version_starts' },
      ownData: { none: 'titles of tasks as they were' },
    },
  },
  answers: [
    cardCounts.answeredBy(openTasksOnCard),
    taskCounts.answeredBy(countTasks),
    taskNumbers.answeredBy(numbersOfTasks),
    trashEmptied.answeredBy(eraseOldTasks),
    noteChanged.answeredBy(followNote),
    versionAdded.answeredBy(closeVersionPlan),
    ownData.answeredBy(() => ownTasks),
  ],
})
