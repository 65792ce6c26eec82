import {
  projectHeadPoint,
  trackMenuPoint,
  trackPagePoint,
  trackSelectionPoint,
} from '#features/tracks/web/track-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { sharesKey } from './share-lists.ts'

/** Links, who used them, and what they did. */
const sharesLive: LiveRules = {
  nouns: { share: () => [sharesKey] },
  all: (stream) => (projectOf(stream) === undefined ? [] : [sharesKey]),
}

export const sharesWeb = defineWeb({
  name: 'shares',
  live: sharesLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    trackMenuPoint.added(async () => (await import('./share-on-tracks.tsx')).useShareInMenus),
    trackPagePoint.added(async () => (await import('./share-on-tracks.tsx')).useShareOnTrackPage),
    trackSelectionPoint.added(async () => (await import('./share-of-selection.ts')).useShareOfSelection),
    projectHeadPoint.added(async () => (await import('./share-on-tracks.tsx')).useShareInHead),
  ],
})
