import type { StreamName } from '#shared/events.ts'
import { projectOf, type LiveRules } from '#web/live/live-rules.ts'
import { approvalsKey, waitingQuery } from './approvals.client.ts'

/** Which version is current decides what is waited for, and who is still there whom one waits for. */
export const approvalsLive: LiveRules = {
  nouns: Object.fromEntries(
    ['approval', 'track', 'version', 'member', 'project'].map((noun) => [noun, ({ stream }) => approvalsOf(stream)]),
  ),
  all: approvalsOf,
}

function approvalsOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [waitingQuery.queryKey] : [approvalsKey(projectId), waitingQuery.queryKey]
}
