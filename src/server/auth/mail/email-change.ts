import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext, User } from 'better-auth'
import { createAuthEndpoint, createEmailVerificationToken, getSessionFromCtx } from 'better-auth/api'
import { generateRandomString, verifyJWT } from 'better-auth/crypto'
import * as z from 'zod'
import { DAY_MS } from '#shared/units.ts'
import type { Config } from '../../config.ts'
import { confirmEmailChangeMail, emailChangedMail } from '../../mail/account-mails.ts'
import type { Mail } from '../../mail/letter.ts'
import type { Services } from '../../services.ts'
import { addressIn } from '../auth-audit.ts'
import { accountTakenOver } from '../auth-hooks.ts'
import { showError } from '../pages/error-page.ts'
import { plainPage } from '../pages/plain-page.ts'

const UNDO_MS = 7 * DAY_MS
/** One hour, as for every verification link (section 9). */
export const VERIFICATION_SECONDS = 3600

interface Parts {
  readonly config: Config
  readonly secret: string
  readonly mail: (mail: Mail) => void
}

/**
 * S15: the one-step change of section 4: the link switches the address, resets emailVerified and mails the new address.
 * 1.7 would mail the new address first; it still uses the old flow for a token without a request type.
 */
export function changeEmail({
  config,
  secret,
  mail,
}: Parts): NonNullable<NonNullable<BetterAuthOptions['user']>['changeEmail']> {
  return {
    enabled: config.CHANGE_EMAIL,
    updateEmailWithoutVerification: true,
    sendChangeEmailConfirmation: async ({ user, newEmail, url }) => {
      const link = new URL(url)
      link.searchParams.set(
        'token',
        await createEmailVerificationToken(secret, user.email, newEmail, VERIFICATION_SECONDS, { userId: user.id }),
      )
      mail(confirmEmailChangeMail({ to: user.email, name: user.name, newEmail, url: link.href }))
    },
  }
}

/**
 * A changed address may be a typo, so the mailbox may belong to a stranger, who must not get in with a password reset,
 * a magic link or a social sign-in (better-auth #7196). The address is held for a day, or until a signed-in user
 * verifies it.
 */
export function isHeld(user: Readonly<Record<string, unknown>>): boolean {
  const changed = user['emailChangedAt']
  if (!(changed instanceof Date) && typeof changed !== 'string') return false
  return Date.now() - new Date(changed).getTime() < DAY_MS
}

/** Whether a mailed link may sign this user in: not if the address is held or the account is disabled. */
export function mayLetIn(user: Readonly<Record<string, unknown>>): boolean {
  return !isHeld(user) && !user['disabledAt']
}

type UserHooks = NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['user']>['update']>

/** Records address changes, lifts the hold on verification, and mails a verified old address how to undo the change. */
export function emailChangeHooks({ config, secret, mail }: Parts): UserHooks {
  return {
    before: async (changes, context) => {
      if (!context) return
      if (changes.email !== undefined && context.path !== '/undo-email-change')
        return { data: { ...changes, emailChangedAt: new Date() } }
      if (changes.emailVerified === true && context.path === '/verify-email') {
        const session = await getSessionFromCtx(context)
        const claims = await verifyJWT<{ email?: string }>(String(context.query?.['token']), secret)
        if (session && session.user.email === claims?.email) return { data: { ...changes, emailChangedAt: null } }
      }
      return
    },
    after: async (user, context) => {
      if (context?.path === '/change-email') await forgetTokens(context, user.id)
      if (context?.path !== '/verify-email') return
      const claims = await verifyJWT<{ email?: string; updateTo?: string }>(String(context.query?.['token']), secret)
      if (!claims?.email || claims.updateTo !== user.email) return
      await forgetTokens(context, user.id)
      const token = generateRandomString(32, 'a-z', 'A-Z', '0-9')
      await context.context.internalAdapter.createVerificationValue({
        identifier: undoKey(token),
        value: undoValue(user.id, claims.email),
        expiresAt: new Date(Date.now() + UNDO_MS),
      })
      mail(
        emailChangedMail({
          to: claims.email,
          name: user.name,
          newEmail: user.email,
          url: `${config.baseUrl}/api/auth/undo-email-change?token=${token}`,
        }),
      )
    },
  }
}

/** Deletes links for a new password or account deletion that somebody else may hold, for example in an old mailbox. */
export async function forgetTokens(
  { context }: Pick<GenericEndpointContext, 'context'>,
  userId: string,
): Promise<void> {
  await context.adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] })
}

/**
 * An attacker who changed the address several times holds undo links for the later addresses; the earliest ones are the
 * owner's.
 */
async function forgetLaterUndos(
  { context }: Pick<GenericEndpointContext, 'context'>,
  userId: string,
  than: Date,
): Promise<void> {
  await context.adapter.deleteMany({
    model: 'verification',
    where: [
      { field: 'value', operator: 'starts_with', value: undoStart(userId) },
      { field: 'createdAt', operator: 'gt', value: than },
    ],
  })
}

const undoValue = (userId: string, email: string) => JSON.stringify({ userId, email } satisfies z.input<typeof Undo>)
const undoStart = (userId: string) => undoValue(userId, '').slice(0, -2)
const undoKey = (token: string) => `undo-email-change:${token}`
const Undo = z.object({ userId: z.string(), email: z.string() })

/** The undo link opens a page with a button, so that a mail scanner that follows links undoes nothing. */
export function undoEmailChange(services: Services) {
  return {
    id: 'undo-email-change',
    endpoints: {
      undoEmailChangePage: createAuthEndpoint(
        '/undo-email-change',
        { method: 'GET', query: z.object({ token: z.string() }) },
        async ({ query, context }) => {
          if (!(await context.internalAdapter.findVerificationValue(undoKey(query.token))))
            return showError('INVALID_TOKEN', null, 400, '/undo-email-change')
          return plainPage({
            title: 'Take your e-mail address back?',
            lines: ['Everyone is signed out, all API tokens are revoked, and the account uses this address again.'],
            action: {
              label: 'Undo the change',
              to: `${context.baseURL}/undo-email-change`,
              fields: { token: query.token },
            },
          })
        },
      ),
      undoEmailChange: createAuthEndpoint(
        '/undo-email-change',
        {
          method: 'POST',
          body: z.object({ token: z.string() }),
          metadata: { allowedMediaTypes: ['application/x-www-form-urlencoded', 'application/json'] },
        },
        async ({ body, context, headers }) => {
          const { internalAdapter } = context
          const found = await internalAdapter.consumeVerificationValue(undoKey(body.token))
          const undo = found && Undo.parse(JSON.parse(found.value))
          const user: User | null = undo ? await internalAdapter.findUserById(undo.userId) : null
          const taken = undo && (await internalAdapter.findUserByEmail(undo.email))
          if (!undo || !user || (taken && taken.user.id !== user.id))
            return showError('INVALID_TOKEN', null, 400, '/undo-email-change')
          await internalAdapter.updateUser(user.id, { email: undo.email, emailVerified: true, emailChangedAt: null })
          await forgetLaterUndos({ context }, user.id, found.createdAt)
          await internalAdapter.deleteUserSessions(user.id)
          await accountTakenOver.ask(services, user.id, addressIn(headers))
          await forgetTokens({ context }, user.id)
          return plainPage({
            title: 'Your e-mail address is restored',
            lines: [
              'Everyone was signed out, and all API tokens were revoked. Sign in and choose a new password, or ask ' +
                'to reset it. Then check under Account that every way to sign in is yours.',
            ],
            action: { label: 'Return to Application', href: '/login' },
          })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
