import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { trackListPoint, trackPagePoint } from '#features/tracks/web/track-points.ts'
import type { StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { approvalsKey, waitingQuery } from './approvals.client.ts'

/** A change of the current version changes what is waited for; a change of members changes who is. */
const approvalsLive: LiveRules = {
  nouns: Object.fromEntries(
    ['approval', 'track', 'version', 'member', 'project'].map((noun) => [noun, ({ stream }) => approvalsOf(stream)]),
  ),
  all: approvalsOf,
}

function approvalsOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [waitingQuery.queryKey] : [approvalsKey(projectId), waitingQuery.queryKey]
}

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
