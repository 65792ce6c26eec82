import { ownData } from '#features/account/server/own-data.ts'
import { formerSelves } from '#features/approvals/server/approval-hooks.ts'
import { guestNames } from '#features/tracks/server/track-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { sharePolicy } from '../shares.policy.ts'
import { guestsClaimedBy, namesByGuest } from './guest-names.queries.ts'
import { ownShares } from './own-shares.queries.ts'
import { serveShares } from './shares.routes.ts'

export const sharesFeature = defineFeature({
  name: 'shares',
  serves: [serveShares],
  actions: { policy: sharePolicy, tokens: { 'share.manage': ['manage'], 'share.visit': [] } },
  tables: {
    shares: { export: 'left-behind', ownData: ['shareLinks'] },
    guests: { export: 'left-behind', ownData: ['linkVisits'] },
    guest_plays: { export: 'left-behind', ownData: ['linkVisits'] },
  },
  answers: [
    guestNames.answeredBy(namesByGuest),
    formerSelves.answeredBy(guestsClaimedBy),
    ownData.answeredBy(() => ownShares),
  ],
})
