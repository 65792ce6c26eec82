import { trackListPoint, trackPagePoint } from '#features/tracks/web/track-points.ts'
import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { approvalsLive } from './approvals.live.ts'

export const approvalsWeb = defineWeb({
  name: 'approvals',
  live: approvalsLive,
  keys: async () => (await import('./approvals.keys.ts')).approvalKeyList,
  palette: 'nothing',
  adds: [
    projectPagePoint.added(async () => (await import('./approvals-on-tracks.tsx')).useApprovalsOnProject),
    trackListPoint.added(async () => (await import('./approvals-on-tracks.tsx')).useApprovalsInList),
    trackPagePoint.added(async () => (await import('./approvals-on-tracks.tsx')).useApprovalsOnTrackPage),
  ],
})
