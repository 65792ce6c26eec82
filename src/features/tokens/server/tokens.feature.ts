import { ownData } from '#features/account/server/own-data.ts'
import { accountTakenOver } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { dropTokens } from './drop-tokens.ts'
import { ownTokens } from './own-tokens.queries.ts'
import { serveTokens } from './tokens.routes.ts'

export const tokensFeature = defineFeature({
  name: 'tokens',
  serves: [serveTokens],
  tables: { api_tokens: { export: 'left-behind', ownData: ['apiTokens'] } },
  answers: [accountTakenOver.answeredBy(dropTokens), ownData.answeredBy(() => ownTokens)],
})
