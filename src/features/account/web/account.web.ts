import { defineWeb } from '#web/extension/define-web.ts'
import type { LiveRules } from '#web/live/live-rules.ts'
import { meQuery, ownSessionsKey, peopleKey, sessionQuery } from './account.client.ts'

const accountLive: LiveRules = {
  nouns: {
    user: () => [meQuery.queryKey],
    session: () => [ownSessionsKey, sessionQuery.queryKey],
    people: () => [peopleKey],
  },
  all: (stream) => (stream.startsWith('user:') ? [meQuery.queryKey, ownSessionsKey, peopleKey] : []),
}

export const accountWeb = defineWeb({
  name: 'account',
  live: accountLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: 'nothing',
})
