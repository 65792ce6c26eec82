import { ownData } from '#features/account/server/own-data.ts'
import { defineFeature } from '#server/feature.ts'
import { sharePolicy } from '../shares.policy.ts'
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
  answers: [ownData.answeredBy(() => ownShares)],
})
