import { record } from '#server/audit/audit.ts'
import { emit } from '#server/events/events.queries.ts'
import { change, serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'

/**
 * Whoever takes an account over as its owner has it alone: programs that somebody else gave a token are let in no more.
 */
export async function dropTokens(services: Services, userId: string, address: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const { numDeletedRows } = await scope.db.deleteFrom('api_tokens').where('user_id', '=', userId).executeTakeFirst()
    if (numDeletedRows === 0n) return
    await record(scope, { kind: 'token.revoked', actorId: userId, address, refs: { count: String(numDeletedRows) } })
    await emit(scope, `user:${userId}`, 'token.changed', {})
  })
}
