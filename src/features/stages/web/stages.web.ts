import { trackViewPoint } from '#features/tracks/web/track-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { projectOf } from '#web/live/live-rules.ts'

function all(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [['project', projectId, 'stages']]
}

export const stagesWeb = defineWeb({
  name: 'stages',
  // A track that moves or comes back from the trash brings its cells.
  live: { nouns: { stage: ({ stream }) => all(stream), track: ({ stream }) => all(stream) }, all },
  keys: 'nothing',
  palette: 'nothing',
  adds: [trackViewPoint.added(async () => (await import('./sheet-on-tracks.tsx')).useSheetOnTracks)],
})
