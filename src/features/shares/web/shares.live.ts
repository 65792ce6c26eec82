import type { LiveRules } from '#web/live/live-rules.ts'
import { projectOf } from '#web/live/live-rules.ts'
import { sharesKey } from './share-lists.ts'

/** Links, who opened them, and what became of them. */
export const sharesLive: LiveRules = {
  nouns: { share: () => [sharesKey] },
  all: (stream) => (projectOf(stream) === undefined ? [] : [sharesKey]),
}
