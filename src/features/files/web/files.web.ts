import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { trashKindPoint } from '#features/tracks/web/track-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { fileVersionsKey, projectFilesQuery } from './files.client.ts'

/** Who may edit the project sees more; a file of an erased track belongs to the project. */
const filesLive: LiveRules = {
  nouns: {
    file: ({ stream }) => filesOf(stream),
    member: ({ stream }) => filesOf(stream),
    track: ({ stream }) => filesOf(stream),
    trash: ({ stream }) => filesOf(stream),
  },
  all: filesOf,
}

function filesOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [projectFilesQuery(projectId).queryKey, fileVersionsKey(projectId)]
}

export const filesWeb = defineWeb({
  name: 'files',
  live: filesLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    projectPagePoint.added(async () => (await import('./files-on-project.tsx')).useFilesOnProject),
    trashKindPoint.added(async () => (await import('./files-in-trash.ts')).useFilesInTrash),
  ],
})
