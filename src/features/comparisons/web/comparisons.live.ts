import type { StreamName } from '#shared/events.ts'
import { projectOf, type LiveRules } from '#web/live/live-rules.ts'
import { comparisonsKey } from './comparisons-key.ts'

/** A comparison is done. */
export const comparisonsLive: LiveRules = {
  nouns: { comparison: ({ stream }) => comparisons(stream) },
  all: comparisons,
}

function comparisons(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [comparisonsKey(projectId)]
}
