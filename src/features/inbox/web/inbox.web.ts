import { accountPartPoint } from '#features/account/web/account-points.ts'
import { projectMenuPoint } from '#features/projects/web/project-points.ts'
import type { StreamEvent } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import type { LiveRules } from '#web/live/live-rules.ts'
import { inboxKey, inboxSettingsQuery, pushKey } from './inbox.client.ts'
import { useMuteEntries } from './use-mute-entries.ts'

/** Deleted things take their notifications along, and restored ones bring them back. */
const comingAndGoing = /\.(deleted|restored|removed|left)$/

const inboxLive: LiveRules = {
  nouns: {
    inbox: ({ kind }) => (kind === 'inbox.settings_set' ? [inboxSettingsQuery.queryKey, pushKey] : [inboxKey]),
    session: () => [pushKey],
  },
  every: ({ kind }: StreamEvent) => (comingAndGoing.test(kind) ? [inboxKey] : []),
  all: (stream) => (stream.startsWith('user:') ? [inboxKey] : []),
}

export const inboxWeb = defineWeb({
  name: 'inbox',
  live: inboxLive,
  keys: async () => (await import('./inbox-keys.ts')).inboxKeys,
  palette: 'nothing',
  adds: [
    projectMenuPoint.addedAtOnce(useMuteEntries),
    accountPartPoint.added(async () => (await import('./notifications-in-account.tsx')).useNotificationsInAccount),
  ],
})
