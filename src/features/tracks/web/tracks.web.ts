import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { tracksLive } from './tracks.live.ts'

export const tracksWeb = defineWeb({
  name: 'tracks',
  live: tracksLive,
  keys: async () => (await import('./tracks.keys.ts')).trackKeyList,
  palette: 'nothing',
  adds: [projectPagePoint.added(async () => (await import('./tracks-on-project.tsx')).useTracksOnProject)],
})
