import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { projectHeadPoint } from './track-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { projectDetailsQuery, spectrogramKey, trashKey } from './tracks.client.ts'

/** Members, name and description are part of a project's details, and so are the counts of tasks and notes. */
const tracksLive: LiveRules = {
  nouns: {
    ...Object.fromEntries(
      ['project', 'member', 'track', 'version', 'task', 'note', 'approval', 'round', 'trash'].map((noun) => [
        noun,
        ({ stream }) => details(stream),
      ]),
    ),
    // Refetching a failed spectrogram would start it again.
    spectrogram: ({ kind, refs: { versionId } }) =>
      kind === 'spectrogram.ready' && versionId !== undefined ? [spectrogramKey(versionId)] : [],
  },
  all: details,
}

function details(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined
    ? [trashKey]
    : [projectDetailsQuery(projectId).queryKey, ['project', projectId, 'trash'], trashKey]
}

export const tracksWeb = defineWeb({
  name: 'tracks',
  live: tracksLive,
  keys: async () => (await import('./tracks.keys.ts')).trackKeyList,
  palette: 'nothing',
  adds: [
    projectPagePoint.added(async () => {
      // The buttons in the project's head move what is below them if they come later.
      const [{ useTracksOnProject }] = await Promise.all([import('./tracks-on-project.tsx'), projectHeadPoint.load()])
      return useTracksOnProject
    }),
  ],
})
