import { moment, momentOrNull, ownData, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { record } from '#server/audit/audit.ts'
import { accountTakenOver } from '#server/auth/auth-hooks.ts'
import { emit } from '#server/events/events.queries.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { change, serverScope, type UserScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { tokenRoutes } from '../tokens.contract.ts'
import { createToken, listTokens, revokeToken } from './tokens.queries.ts'

const serveTokens = serve(tokenRoutes, {
  'GET /api/users/me/tokens': ({ scope }) => listTokens(scope),
  'POST /api/users/me/tokens': ({ scope, body }) => createToken(scope, body),
  'DELETE /api/users/me/tokens/:tokenId': ({ scope, params }) => revokeToken(scope, params.tokenId),
})

const ownTokens: readonly OwnPart[] = [{ name: 'apiTokens', read: madeTokens }]

/** What they may, not what they are. */
async function madeTokens(scope: UserScope): Promise<readonly OwnThing[]> {
  const { items } = await listTokens(scope)
  return items.map(({ name, scopes, projects, createdAt, expiresAt, lastUsedAt }) => ({
    name,
    scopes,
    projects: projects?.map((project) => (project.name === null ? { id: null, name: null } : project)) ?? null,
    madeAt: moment(createdAt),
    expiresAt: momentOrNull(expiresAt),
    lastUsedAt: momentOrNull(lastUsedAt),
  }))
}

export const tokensFeature = defineFeature({
  name: 'tokens',
  serves: [serveTokens],
  tables: { api_tokens: { export: 'left-behind', ownData: ['apiTokens'] } },
  answers: [accountTakenOver.answeredBy(dropTokens), ownData.answeredBy(() => ownTokens)],
})

/**
 * Whoever takes an account over as its owner has it alone: programs that somebody else gave a token are let in no more.
 */
async function dropTokens(services: Services, userId: string, address: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const { numDeletedRows } = await scope.db.deleteFrom('api_tokens').where('user_id', '=', userId).executeTakeFirst()
    if (numDeletedRows === 0n) return
    await record(scope, { kind: 'token.revoked', actorId: userId, address, refs: { count: String(numDeletedRows) } })
    await emit(scope, `user:${userId}`, 'token.changed', {})
  })
}
