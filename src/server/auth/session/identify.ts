import type { FastifyRequest } from 'fastify'
import { type Instant, MINUTE_MS } from '#shared/units.ts'
import type { Database, Db } from '../../db/open-database.ts'
import { prepared } from '../../db/prepared.ts'
import { bearerToken } from '../../router/bearer-token.ts'
import type { Actor } from '../../scope.ts'
import { remembered } from '../../remembered.ts'
import type { Services } from '../../services.ts'
import type { Auth } from '../auth.ts'
import { sessionToken } from './session-cookie.ts'

/** How often `lastSeenAt` is written, and therefore its precision. */
const EVERY_MS = 5 * MINUTE_MS

/**
 * Records when a user was last seen, on requests and while connected. It runs in the background, and its failure, for
 * example on a full disk, does not fail the request.
 */
function seenNotes(db: Db, now: () => Instant): (userId: string, lastSeenAt: Instant | null) => void {
  const underWay = new Set<string>()
  return (userId, lastSeenAt) => {
    const at = now()
    if ((lastSeenAt !== null && at - lastSeenAt < EVERY_MS) || underWay.has(userId)) return
    underWay.add(userId)
    db.updateTable('user')
      .set({ lastSeenAt: at })
      .where('id', '=', userId)
      .where((eb) => eb.or([eb('lastSeenAt', 'is', null), eb('lastSeenAt', '<=', at - EVERY_MS)]))
      .execute()
      .catch(() => undefined)
      .finally(() => underWay.delete(userId))
  }
}

export type Identify = (request: FastifyRequest) => Promise<Actor | undefined>

/**
 * Finds the user by the session's row, not by the cookie cache, so that revoking a session works at once. It runs for
 * each range of audio, so it is one query; Better Auth's getSession would take a quarter of the time of such a request.
 */
export function identifier(auth: Auth, { database: { db }, now }: Pick<Services, 'database' | 'now'>): Identify {
  const note = seenNotes(db, now)
  return async ({ headers }) => {
    if (bearerToken(headers) !== undefined) return undefined
    const token = await tokenIn(auth, headers.cookie)
    const row = token === undefined ? undefined : await findPerson(db, { token })
    // Expiry uses the machine's clock, as Better Auth does.
    if (!row || row.disabledAt !== null || new Date(row.expiresAt).getTime() < Date.now()) return undefined
    const { userId, name, email, sessionId } = row
    note(userId, row.lastSeenAt)
    return {
      userId,
      name,
      email,
      emailVerified: Boolean(row.emailVerified),
      isAdmin: row.is_admin === 1,
      sessionUpdatedAt: new Date(row.updatedAt).getTime(),
      sessionId,
    }
  }
}

/**
 * Ends the session that a request to the sign-in library carries if its user is disabled: the library does not know
 * about that, and a sign-in in progress may have created one. Returns the token of a session that may continue.
 */
export function disabledSessions(
  auth: Auth,
  { db }: Pick<Database, 'db'>,
): (request: FastifyRequest) => Promise<string | undefined> {
  return async ({ headers }) => {
    const token = await tokenIn(auth, headers.cookie)
    const row = token === undefined ? undefined : await findPerson(db, { token })
    if (row && row.disabledAt !== null) await db.deleteFrom('session').where('id', '=', row.sessionId).execute()
    return row && row.disabledAt === null ? token : undefined
  }
}

/** Endpoints that end the requesting session; an error after that is a real one, not a sign-out. */
const ENDING: ReadonlySet<string> = new Set([
  '/delete-user',
  '/delete-user/callback',
  '/sign-out',
  '/revoke-session',
  '/revoke-sessions',
])

/**
 * If the requesting session ends while the library answers, as by signing out in another tab, the library fails with an
 * error of its own. This answers as for a session that has ended. `token` is a session that was valid before.
 */
export async function refusedAsEnded(
  response: Response,
  path: string,
  token: string | undefined,
  { db }: Pick<Database, 'db'>,
): Promise<Response> {
  if (response.status !== 500 || token === undefined || ENDING.has(path) || (await findPerson(db, { token })))
    return response
  return Response.json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, { status: 401 })
}

async function tokenIn(auth: Auth, cookies: string | undefined): Promise<string | undefined> {
  if (!cookies) return undefined
  const { authCookies, secret } = await auth.$context
  return provenToken(cookies, authCookies.sessionToken.name, secret)
}

/** A page sends the same cookies with each range; whether they are signed does not change, only what their row says. */
const provenToken = remembered(2000, (cookies, name, secret) => JSON.stringify([cookies, name, secret]), sessionToken)

const findPerson = prepared((db, { token }: { readonly token: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('standings', 'standings.user_id', 'user.id')
    .select([
      'session.id as sessionId',
      'session.userId',
      'session.expiresAt',
      'session.updatedAt',
      'user.name',
      'user.email',
      'user.emailVerified',
      'user.disabledAt',
      'user.lastSeenAt',
      'standings.is_admin',
    ])
    .where('session.token', '=', token),
)
