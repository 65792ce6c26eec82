import { trackMenuPoint, trackPagePoint } from '#features/tracks/web/track-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { comparisonsLive } from './comparisons.live.ts'

export const comparisonsWeb = defineWeb({
  name: 'comparisons',
  live: comparisonsLive,
  keys: async () => Object.values((await import('./use-deck-keys.ts')).deckCommands).flat(),
  palette: 'nothing',
  adds: [
    trackMenuPoint.added(async () => (await import('./compare-on-tracks.tsx')).useCompareInMenus, -2),
    trackPagePoint.added(async () => (await import('./compare-on-tracks.tsx')).useCompareOnTrackPage),
  ],
})
