import * as z from 'zod'
import { joinEveryFeature } from '#app/server/feature-parts.ts'
import { tellAdmins } from '#features/account/server/account.listeners.ts'
import { openAuth } from '#server/auth/auth.ts'
import { endKnownBrowsers } from '#server/auth/limits/known-browser.ts'
import { forgetTries } from '#server/auth/limits/limits.ts'
import { hashPassword } from '#server/auth/limits/password-hash.ts'
import { authSecret } from '#server/auth/mail/secret.ts'
import { change, serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { recordCommand } from './command-audit.ts'
import { CommandRefused } from './command.ts'

export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly username: string | undefined
  readonly password: string
}

/** The limits of sign-up (auth/limits/field-limits.ts, the username plugin). */
const Fields = z.object({
  email: z.email('This is not an e-mail address.').max(254),
  name: z.string().trim().min(1, 'The name is empty.').max(200),
  username: z
    .string()
    .regex(/^[a-zA-Z0-9_.]{3,30}$/, 'A username has 3 to 30 letters, digits, dots and underscores.')
    .optional(),
})

export interface KnownPerson {
  readonly id: string
  readonly email: string
  readonly isAdmin: boolean
}

/** By email address or username, in any spelling. */
export async function findPerson({ database: { db } }: Pick<Services, 'database'>, who: string): Promise<KnownPerson> {
  const word = who.trim().toLowerCase()
  const row = await db
    .selectFrom('user')
    .leftJoin('standings', 'standings.user_id', 'user.id')
    .select(['user.id', 'user.email', 'standings.is_admin'])
    .where((eb) => eb.or([eb('user.email', '=', word), eb('user.username', '=', word)]))
    .executeTakeFirst()
  if (!row) throw new CommandRefused(`No account matches ${who}. “users list” shows them all.`)
  return { id: row.id, email: row.email, isAdmin: row.is_admin === 1 }
}

/** Creates an account like a sign-up, but without a mail, a session or a check of who may sign up. Returns its id. */
export async function addPerson(services: Services, person: NewPerson): Promise<string> {
  const parsed = Fields.safeParse({ ...person, email: person.email.trim().toLowerCase() })
  if (!parsed.success) throw new CommandRefused(parsed.error.issues.map(({ message }) => message).join(' '))
  const { email, name, username } = parsed.data
  const { db } = services.database
  const taken = await db
    .selectFrom('user')
    .select('email')
    .where((eb) => eb.or([eb('email', '=', email), eb('username', '=', username?.toLowerCase() ?? '')]))
    .executeTakeFirst()
  if (taken)
    throw new CommandRefused(
      taken.email === email ? `An account with ${email} already exists.` : `The username ${username ?? ''} is taken.`,
    )
  const { internalAdapter } = await authContext(services)
  const user = await internalAdapter.createUser(
    {
      email,
      name,
      emailVerified: true,
      ...(username && { username: username.toLowerCase(), displayUsername: username }),
    },
    { method: 'admin-cli' },
  )
  await internalAdapter.linkAccount({
    userId: user.id,
    providerId: 'credential',
    accountId: user.id,
    password: await hashPassword(person.password),
  })
  await recordCommand({ ...services, db }, { kind: 'admin.person_made', subjectId: user.id })
  return user.id
}

/**
 * Sets a user's password, ends all sessions, resets password tries and deletes API tokens, because an admin does this
 * when somebody else may have had access. Returns the number of tokens deleted.
 */
export async function givePassword(services: Services, userId: string, password: string): Promise<number> {
  const { db } = services.database
  const { internalAdapter } = await authContext(services)
  const hash = await hashPassword(password)
  const has = await db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (has) await internalAdapter.updatePassword(userId, hash)
  else await internalAdapter.linkAccount({ userId, providerId: 'credential', accountId: userId, password: hash })
  await internalAdapter.deleteUserSessions(userId)
  await forgetTries(db, `password:${userId}`)
  await endKnownBrowsers(services, userId)
  const { numDeletedRows } = await db.deleteFrom('api_tokens').where('user_id', '=', userId).executeTakeFirst()
  await recordCommand({ ...services, db }, { kind: 'password.reset', subjectId: userId })
  if (numDeletedRows > 0n)
    await recordCommand(
      { ...services, db },
      { kind: 'token.revoked', subjectId: userId, refs: { count: String(numDeletedRows) } },
    )
  return Number(numDeletedRows)
}

export async function makeAdmin(services: Services, userId: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    await scope.db
      .insertInto('standings')
      .values({ user_id: userId, is_admin: 1 })
      .onConflict((c) => c.column('user_id').doUpdateSet({ is_admin: 1 }))
      .execute()
    await tellAdmins(scope, userId)
    await recordCommand(scope, { kind: 'admin.made', subjectId: userId })
  })
}

/** Writes accounts through the sign-in library, so that its hooks run. */
async function authContext(services: Services) {
  const { config } = services
  joinEveryFeature()
  return openAuth({
    services,
    secret: authSecret(config.AUTH_SECRET, config.DATA_DIR),
    trustedOrigins: () => [],
  }).$context
}
