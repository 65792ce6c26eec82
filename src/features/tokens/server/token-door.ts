import { createHash } from 'node:crypto'
import { messageAllowance } from '#server/realtime/message-allowance.ts'
import type { Actor, TokenDoor } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/errors.ts'
import type { TokenScope } from '#shared/token-scopes.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { TokenRights } from '../token-rights.ts'
import { tokenErrors } from '../tokens.contract.ts'

/** One person's programs together: far more than a person's hands, and no more than one machine can bear of each. */
const PACE = { burst: 1200, perSecond: 20 }
/** Use is noted to this. Writing it down for every request would make each of them a change. */
const USE_NOTED_MS: Milliseconds = 60_000

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The way in by API tokens: whose they are is looked up anew for every request, so that revoking one works at once. */
export function tokenDoor(services: Services, rights: TokenRights): TokenDoor {
  const paces = new Map<string, () => boolean>()
  return {
    async identify(token) {
      const found = await findToken(services, token)
      if (!found) throw tokenErrors['token.unknown']()
      const { actor, lastUsedAt } = found
      const pace = paces.get(actor.userId) ?? messageAllowance(PACE, services.now)
      paces.set(actor.userId, pace)
      if (!pace())
        throw new Refusal(
          429,
          'too_many_requests',
          'Your programs ask faster than this server answers. Wait a moment.',
          { retryAfterSeconds: 1 },
        )
      if (lastUsedAt === null || lastUsedAt + USE_NOTED_MS <= services.now())
        await noteUse(services, actor.token.tokenId)
      return actor
    },
    opens: ({ scopes, projectIds }, key, access) =>
      rights.opens(scopes as readonly TokenScope[], projectIds !== null, key, access),
  }
}

interface Found {
  readonly actor: Actor & Required<Pick<Actor, 'token'>>
  readonly lastUsedAt: Instant | null
}

async function findToken({ database: { db }, now }: Services, token: string): Promise<Found | undefined> {
  const row = await db
    .selectFrom('api_tokens')
    .innerJoin('user', 'user.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id',
      'api_tokens.scopes',
      'api_tokens.project_ids',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
      'user.id as user_id',
      'user.name',
      'user.email',
      'user.emailVerified',
      'user.disabledAt',
    ])
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  if (!row || row.disabledAt !== null || (row.expires_at !== null && row.expires_at <= now())) return undefined
  const reach = {
    tokenId: row.id,
    scopes: JSON.parse(row.scopes) as readonly string[],
    projectIds: row.project_ids === null ? null : (JSON.parse(row.project_ids) as readonly string[]),
  }
  // Never an admin: what belongs to the server is not for programs.
  return {
    actor: {
      userId: row.user_id,
      name: row.name,
      email: row.email,
      emailVerified: Boolean(row.emailVerified),
      isAdmin: false,
      token: reach,
    },
    lastUsedAt: row.last_used_at,
  }
}

async function noteUse({ database: { db }, now }: Services, tokenId: string): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: now() }).where('id', '=', tokenId).execute()
}
