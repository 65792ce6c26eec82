import { projectHeadPoint, trackMenuPoint, trackPagePoint } from '#features/tracks/web/track-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { sharesLive } from './shares.live.ts'

export const sharesWeb = defineWeb({
  name: 'shares',
  live: sharesLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    trackMenuPoint.added(async () => (await import('./share-on-tracks.tsx')).useShareInMenus),
    trackPagePoint.added(async () => (await import('./share-on-tracks.tsx')).useShareOnTrackPage),
    projectHeadPoint.added(async () => (await import('./share-on-tracks.tsx')).useShareInHead),
  ],
})
