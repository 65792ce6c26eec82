import type { StreamEvent } from '#shared/events.ts'
import type { LiveRules } from '#web/live/live-rules.ts'
import { inboxKey, inboxSettingsQuery, pushKey } from './inbox.client.ts'

/** What goes takes its notifications along, and what comes back brings them. */
const comingAndGoing = /\.(deleted|restored|removed|left)$/

export const inboxLive: LiveRules = {
  nouns: {
    inbox: ({ kind }) => (kind === 'inbox.settings_set' ? [inboxSettingsQuery.queryKey, pushKey] : [inboxKey]),
    session: () => [pushKey],
  },
  every: ({ kind }: StreamEvent) => (comingAndGoing.test(kind) ? [inboxKey] : []),
  all: (stream) => (stream.startsWith('user:') ? [inboxKey] : []),
}
