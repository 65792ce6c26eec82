import { defineWeb } from '#web/extension/define-web.ts'
import type { LiveRules } from '#web/live/live-rules.ts'
import { organizationKey, organizationsQuery } from './organizations.client.ts'

/** A changed organization may open other projects to its members, and may no longer be anybody's active one. */
const organizationsLive: LiveRules = {
  nouns: {
    organization: ({ refs }) => [
      organizationsQuery.queryKey,
      ['projects'],
      ['session'],
      ...(refs['organizationId'] === undefined ? [] : [organizationKey(refs['organizationId'])]),
    ],
    // Its page lists its projects and what members may do in them.
    project: () => [['organization']],
  },
  all: (stream) => (stream.startsWith('user:') ? [organizationsQuery.queryKey, ['organization'], ['session']] : []),
}

export const organizationsWeb = defineWeb({
  name: 'organizations',
  live: organizationsLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
