import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { demandFresh } from '#features/account/server/demand-fresh.ts'
import { leadsIn, waysIn } from '#features/projects/server/project-rights.ts'
import { emit } from '#server/events/events.queries.ts'
import { TOKEN_MARK } from '#server/router/bearer-token.ts'
import { change, type UserScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import { type TokenScope, tokenScopes } from '#shared/token-scopes.ts'
import { type ApiToken, type NewApiToken, tokenErrors } from '../tokens.contract.ts'
import { hashOfToken } from './token-door.ts'
import type { ApiTokenTable } from './tokens.tables.ts'

const MOST_TOKENS = 100

export async function listTokens(scope: UserScope): Promise<{ items: ApiToken[]; nextCursor: null }> {
  const rows = await scope.db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', scope.actor.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const names = await namesOf(scope, rows.flatMap(projectIdsOf))
  return { items: rows.map((row) => tokenOf(scope, row, names)), nextCursor: null }
}

/** Answers the token itself, which is kept nowhere. Only somebody who has just proven who they are makes one. */
export async function createToken(
  scope: UserScope,
  { name, scopes, projectIds, expiresAt }: z.output<typeof NewApiToken>,
): Promise<{ token: string; facts: ApiToken }> {
  demandFresh(scope)
  if (expiresAt !== null && expiresAt <= scope.now()) throw tokenErrors['token.expiry']()
  const limit = projectIds === null ? null : [...new Set(projectIds)]
  // 192 bits, in letters that a double click selects as one word.
  const token = `${TOKEN_MARK}${randomBytes(24).toString('hex')}`
  const row: Selectable<ApiTokenTable> = {
    id: scope.newId(),
    user_id: scope.actor.userId,
    name,
    token_hash: hashOfToken(token),
    ending: token.slice(-4),
    scopes: JSON.stringify(tokenScopes.filter((one) => scopes.includes(one))),
    project_ids: limit && JSON.stringify(limit),
    created_at: scope.now(),
    expires_at: expiresAt,
    last_used_at: null,
  }
  return change(scope, async (tx) => {
    await holdSession(tx)
    const names = await namesOf(tx, limit ?? [])
    if (limit?.some((id) => !names.has(id))) throw refused.not_found()
    const { count } = await tx.db
      .selectFrom('api_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', row.user_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_TOKENS) throw tokenErrors['token.too_many']()
    await tx.db.insertInto('api_tokens').values(row).execute()
    await tell(tx)
    return { token, facts: tokenOf(tx, row, names) }
  })
}

export async function revokeToken(scope: UserScope, id: string): Promise<typeof done> {
  const { numDeletedRows } = await scope.db
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', scope.actor.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refused.not_found()
  await tell(scope)
  return done
}

/**
 * Until the token is kept: whoever ends an account's sessions and then drops its tokens finds this one as well, or it
 * is not made.
 */
async function holdSession({ db, actor: { sessionId } }: UserScope): Promise<void> {
  if (sessionId === undefined) return
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set((eb) => ({ token: eb.ref('token') }))
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refused.unauthorized()
}

/** Of the projects one may see. */
async function namesOf({ db, actor }: UserScope, projectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (projectIds.length === 0) return new Map()
  const rows = await waysIn(db, actor.userId)
    .select(['projects.id', 'projects.name'])
    .where('projects.id', 'in', [...new Set(projectIds)])
    .where(leadsIn)
    .where('projects.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function projectIdsOf({ project_ids: ids }: Pick<ApiTokenTable, 'project_ids'>): readonly string[] {
  return ids === null ? [] : (JSON.parse(ids) as readonly string[])
}

function tokenOf({ now }: UserScope, row: Selectable<ApiTokenTable>, names: ReadonlyMap<string, string>): ApiToken {
  return {
    id: row.id,
    name: row.name,
    ending: row.ending,
    scopes: JSON.parse(row.scopes) as TokenScope[],
    projects: row.project_ids === null ? null : projectIdsOf(row).map((id) => ({ id, name: names.get(id) ?? null })),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    expired: row.expires_at !== null && row.expires_at <= now(),
    lastUsedAt: row.last_used_at,
  }
}

async function tell(scope: UserScope): Promise<void> {
  await emit(scope, `user:${scope.actor.userId}`, 'token.changed', {})
}
