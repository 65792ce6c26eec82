import { trackMenuPoint, trackPagePoint } from '#features/tracks/web/track-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { comparisonsKey } from './comparisons.client.ts'

/** A comparison has finished. */
const comparisonsLive: LiveRules = {
  nouns: { comparison: ({ stream }) => comparisons(stream) },
  all: comparisons,
}

function comparisons(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [comparisonsKey(projectId)]
}

export const comparisonsWeb = defineWeb({
  name: 'comparisons',
  live: comparisonsLive,
  keys: async () => Object.values((await import('./deck/use-deck-keys.ts')).deckCommands).flat(),
  palette: 'nothing',
  adds: [
    trackMenuPoint.added(async () => (await import('./compare-on-tracks.tsx')).useCompareInMenus, -2),
    trackPagePoint.added(async () => (await import('./compare-on-tracks.tsx')).useCompareOnTrackPage),
  ],
})
