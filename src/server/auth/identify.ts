import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import { bearerToken } from '../router/bearer-token.ts'
import type { Actor } from '../scope.ts'
import type { Auth } from './auth.ts'
import { webHeaders } from './auth-routes.ts'

export type Identify = (request: FastifyRequest) => Promise<Actor | undefined>

/** Finds the person by the session's row, not by the cookie's cache, so that revoking a session works at once. */
export function identifier(auth: Auth, { db }: Database, config: Config): Identify {
  return async (request) => {
    if (!request.headers.cookie || bearerToken(request.headers) !== undefined) return undefined
    const found = await auth.api.getSession({ headers: webHeaders(request, config), query: { disableCookieCache: true, disableRefresh: true } })
    if (!found) return undefined
    const { id, name, email, emailVerified } = found.user
    const person = await db.selectFrom('user').leftJoin('standings', 'standings.user_id', 'user.id').select(['user.disabledAt', 'standings.is_admin']).where('user.id', '=', id).executeTakeFirst()
    if (!person || person.disabledAt !== null) return undefined
    return { userId: id, name, email, emailVerified, isAdmin: person.is_admin === 1, signedInAt: new Date(found.session.createdAt).getTime(), sessionId: found.session.id }
  }
}
