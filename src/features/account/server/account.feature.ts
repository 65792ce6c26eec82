import {
  accountCreated,
  accountDeleted,
  accountDeleting,
  accountTakenOver,
  sessionsChanged,
} from '#server/auth/auth-hooks.ts'
import { endKnownBrowsers } from '#server/auth/limits/known-browser.ts'
import { defineFeature } from '#server/feature.ts'
import { leaveWithAccount } from './account-deletion.queries.ts'
import { ensureAdmin } from './account-flags.queries.ts'
import { tellAdminsOf, tellSessions } from './account.listeners.ts'
import { serveAccount } from './account.routes.ts'
import { ownAccount } from './own-account.queries.ts'
import { ownData } from './own-data.ts'

export const accountFeature = defineFeature({
  name: 'account',
  serves: [serveAccount],
  answers: [
    accountCreated.answeredBy(async (services, userId) => {
      await ensureAdmin(services)
      await tellAdminsOf(services, userId)
    }),
    accountDeleting.answeredBy(leaveWithAccount),
    accountDeleted.answeredBy(async (services, userId) => {
      await ensureAdmin(services)
      await tellAdminsOf(services, userId)
    }),
    accountTakenOver.answeredBy(endKnownBrowsers),
    sessionsChanged.answeredBy(tellSessions),
    ownData.answeredBy(() => ownAccount),
  ],
})
