import {
  projectHeadPoint,
  trackFilesPoint,
  trackListPoint,
  trackMenuPoint,
  trackPagePoint,
  trackSelectionPoint,
} from '#features/tracks/web/track-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'

export const transfersWeb = defineWeb({
  name: 'transfers',
  live: 'nothing',
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    trackFilesPoint.added(async () => (await import('./files-on-tracks.tsx')).useFilesOfTracks),
    // Uploading comes first in the menu; downloads come after comparing.
    trackMenuPoint.added(async () => (await import('./files-on-tracks.tsx')).useUploadInMenus, -3),
    trackMenuPoint.added(async () => (await import('./files-on-tracks.tsx')).useDownloadsInMenus, -1),
    trackPagePoint.added(async () => (await import('./files-on-tracks.tsx')).useFilesOnTrackPage),
    trackSelectionPoint.added(
      async () => (await import('./download/download-of-selection.ts')).useDownloadOfSelection,
      -1,
    ),
    trackListPoint.added(async () => (await import('./arrivals-in-list.tsx')).useArrivalsInList),
    projectHeadPoint.added(async () => (await import('./files-on-tracks.tsx')).useDownloadsInHead, -1),
    projectHeadPoint.added(async () => (await import('./files-on-tracks.tsx')).useUploadInHead),
  ],
})
