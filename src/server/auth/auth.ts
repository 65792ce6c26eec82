import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { username } from 'better-auth/plugins'
import { confirmedPlace } from '#shared/confirmed-place.ts'
import { Refusal } from '#shared/errors.ts'
import { accountExistsMail, deleteAccountMail } from '../mail/account-mails.ts'
import { mailLater } from '../mail/mail-bag.ts'
import { resetPasswordMail, verifyEmailMail } from '../mail/mail-texts.ts'
import type { Services } from '../services.ts'
import { refuseUnadmitted } from './admission.ts'
import { addressIn, authAudit } from './auth-audit.ts'
import { noteAuthError } from './auth-errors.ts'
import { accountCreated, accountDeleted, accountDeleting, sessionsChanged } from './auth-hooks.ts'
import { accountLimits } from './limits/account-limits.ts'
import { seenName } from './limits/field-limits.ts'
import { endSurplusSessions, mostListed } from './limits/library-limits.ts'
import { hashPassword } from './limits/password-hash.ts'
import { refuseOutdated, verifyAndNote } from './limits/proven-password.ts'
import { goingMail } from './limits/try-counters.ts'
import { takeBack } from './mail/account-recovery.ts'
import { changeEmail, emailChangeHooks, mayLetIn, undoEmailChange, VERIFICATION_SECONDS } from './mail/email-change.ts'
import { magicLinks } from './mail/magic-links.ts'
import { organizationForAnother } from './organization-for-another.ts'
import { organizationPlugin } from './organization-plugin.ts'
import { errorPage } from './pages/error-page.ts'
import { freshSession } from './session/fresh-session.ts'
import { afterLeaving } from './session/organization-sessions.ts'
import { endOthersFirst, keepOrganization, noteReplacedSession } from './session/same-browser.ts'
import { signOutFirst } from './session/sign-out-first.ts'
import { contractShims } from './shims/contract-shims.ts'
import { forgetPassword, unprovenAccount } from './shims/enumeration-shims.ts'
import { requireBody } from './shims/request-shims.ts'
import { refreshSessionCopy, refreshSocialCopy } from './shims/session-shims.ts'
import { socialProviders } from './social-providers.ts'

export type Auth = ReturnType<typeof openAuth>

export interface AuthParts {
  readonly services: Services
  readonly secret: string
  readonly trustedOrigins: () => readonly string[]
}

export const AUTH_PATH = '/api/auth'

/**
 * Better Auth on the product's own Kysely instance: two instances on one SQLite file would break each other's
 * transactions.
 */
export function openAuth({ services, secret, trustedOrigins }: AuthParts) {
  const { config, database } = services
  const mail = mailLater(services)
  const limits = accountLimits(services)
  const audit = authAudit(services)
  const parts = { services, secret, mail, audit, unproven: unprovenAccount(services) }
  const organizations = organizationPlugin({ services, mail })
  return betterAuth({
    basePath: AUTH_PATH,
    baseURL: config.baseUrl,
    secret,
    // Apple returns with a cross-site form POST, which may carry a cookie (C10).
    trustedOrigins: () => [...trustedOrigins(), ...(config.APPLE_CLIENT_ID ? ['https://appleid.apple.com'] : [])],
    telemetry: { enabled: false },
    database: { db: database.db, type: database.engine, transaction: true },
    emailAndPassword: emailAndPassword(parts),
    emailVerification: emailVerification(parts),
    user: {
      changeEmail: changeEmail({ config, secret, mail }),
      deleteUser: deleteUser(services, mail),
      additionalFields: {
        disabledAt: { type: 'date', required: false, input: false, returned: false },
        emailChangedAt: { type: 'date', required: false, input: false, returned: false },
      },
    },
    account: {
      encryptOAuthTokens: true,
      // Account linking follows the specification (section 4); unprovenAccount makes it safe (C6).
      accountLinking: {
        enabled: true,
        allowDifferentEmails: true,
        requireLocalEmailVerified: false,
        allowUnlinkingAll: config.UNLINK_LAST_ACCOUNT,
      },
    },
    socialProviders: socialProviders(config),
    session: {
      expiresIn: config.SESSION_SECONDS,
      updateAge: config.SESSION_UPDATE_SECONDS,
      // Counted by freshSession instead.
      freshAge: 0,
      cookieCache: { enabled: config.SESSION_CACHE_SECONDS > 0, maxAge: config.SESSION_CACHE_SECONDS },
    },
    advanced: {
      database: { defaultFindManyLimit: mostListed(config) },
      ipAddress: { ipAddressHeaders: ['x-real-client-ip'], ipv6Subnet: 64 },
      useSecureCookies: config.baseUrl.startsWith('https:'),
      cookies: { state: { attributes: { maxAge: 600 } } },
      // The library skips its origin check when NODE_ENV is "test" unless this is set.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Requests are counted before they get here: address-limits.ts, account-limits.ts.
    rateLimit: { enabled: false },
    disabledPaths: [
      '/is-username-available',
      '/update-session',
      '/account-info',
      '/verify-password',
      '/request-password-reset',
      ...(config.USERNAMES ? [] : ['/sign-in/username']),
      ...(config.MAGIC_LINKS ? [] : ['/sign-in/magic-link', '/magic-link/verify']),
    ],
    databaseHooks: databaseHooks(parts),
    plugins: [
      errorPage(AUTH_PATH),
      requireBody,
      freshSession(config),
      signOutFirst,
      username({ minUsernameLength: 3, maxUsernameLength: 30 }),
      magicLinks(mail, config.ACCOUNT_RATE_LIMIT),
      organizations,
      forgetPassword(),
      undoEmailChange(services),
      contractShims,
      organizationForAnother(services, organizations),
      {
        id: 'account-limits',
        hooks: {
          before: [...limits.before],
          after: [
            ...limits.after,
            ...audit.after,
            afterLeaving(services),
            refreshSessionCopy,
            refreshSocialCopy,
            noteReplacedSession,
          ],
        },
      },
    ],
    // The default handler would write refusals to the console.
    onAPIError: { onError: (error) => noteAuthError(services, error) },
    // The text after a colon comes from the client, so it is not logged.
    logger: { level: 'warn', log: (_, message) => services.log.warn({ part: 'auth' }, message.split(':', 1)[0]) },
  })
}

interface OptionParts {
  readonly services: Services
  readonly secret: string
  readonly mail: ReturnType<typeof mailLater>
  readonly audit: ReturnType<typeof authAudit>
  readonly unproven: ReturnType<typeof unprovenAccount>
}

function emailAndPassword({ services, mail, audit }: OptionParts) {
  const { config } = services
  return {
    enabled: config.EMAIL_PASSWORD,
    requireEmailVerification: config.REQUIRE_VERIFIED_EMAIL,
    minPasswordLength: config.PASSWORD_MIN_LENGTH,
    maxPasswordLength: config.PASSWORD_MAX_LENGTH,
    resetPasswordTokenExpiresIn: 3600,
    revokeSessionsOnPasswordReset: true,
    onPasswordReset: async ({ user }, request) => {
      await audit.passwordReset(user.id, request)
      await takeBack(services, user, addressIn(request?.headers))
    },
    password: { hash: hashPassword, verify: verifyAndNote },
    ...(config.EMAIL_PASSWORD && {
      sendResetPassword: async ({ user, url }) => {
        const atMost = goingMail(user.email, config.ACCOUNT_RATE_LIMIT, { isProven: user.emailVerified })
        if (mayLetIn(user)) mail(resetPasswordMail({ to: user.email, name: user.name, url }), atMost)
      },
    }),
    onExistingUserSignUp: async ({ user }) => {
      const atMost = goingMail(user.email, config.ACCOUNT_RATE_LIMIT, { isAside: true, isProven: user.emailVerified })
      mail(accountExistsMail({ to: user.email, name: user.name, url: `${config.baseUrl}/login` }), atMost)
    },
  } satisfies BetterAuthOptions['emailAndPassword']
}

function emailVerification({ services: { config }, mail }: OptionParts) {
  return {
    sendOnSignUp: true,
    sendOnSignIn: true,
    expiresIn: VERIFICATION_SECONDS,
    // Opening the link proves ownership of the mailbox, not of the account: a changed address may be a typo.
    autoSignInAfterVerification: false,
    sendVerificationEmail: async ({ user, url }, request) => {
      // A mail that the user requested explicitly has already been counted.
      const isAsked = request !== undefined && new URL(request.url).pathname === `${AUTH_PATH}/send-verification-email`
      // Providers that return no address get an `.invalid` one, which no mail can reach.
      if (user.email.endsWith('.invalid')) return
      const atMost = goingMail(user.email, config.ACCOUNT_RATE_LIMIT, { isAside: !isAsked })
      mail(verifyEmailMail({ to: user.email, name: user.name, url: verificationLink(url, request, AUTH_PATH) }), atMost)
    },
  } satisfies BetterAuthOptions['emailVerification']
}

function databaseHooks({ services, secret, mail, audit, unproven }: OptionParts) {
  const { config, database } = services
  return {
    user: {
      create: {
        before: async (user, context) => {
          refuseUnadmitted(user.email, context)
          unproven.making(context)
          // A mailed link has no name, and other members must see one. Providers pass on whatever was typed there.
          const name = seenName(user.name) ?? user.email.split('@', 1)[0] ?? user.email
          return name === user.name ? undefined : { data: { name } }
        },
        after: async (user, context) => {
          await audit.accountCreated(user, context)
          await accountCreated.ask(services, user.id)
        },
      },
      update: unproven.withMailedLinks(audit.withEmail(emailChangeHooks({ config, secret, mail }))),
    },
    account: {
      create: { before: unproven.dropAccess, after: async (account, context) => audit.wayAdded(account, context) },
    },
    session: {
      create: {
        before: async (session, context) =>
          (await refuseDisabled(session, context)) ?? keepOrganization(session, context),
        after: async (session, context) => {
          await refuseOutdated(database, session, context)
          await audit.sessionBegan(session, context)
          await endSurplusSessions(database.db, session.userId)
          await sessionsChanged.ask(services, session.userId)
        },
      },
      delete: {
        before: endOthersFirst,
        after: async ({ userId }) => void (await sessionsChanged.ask(services, userId)),
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

type SessionHook = NonNullable<
  NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>['create']>['before']
>

const refuseDisabled: SessionHook = async ({ userId }, context) => {
  const user: Readonly<Record<string, unknown>> | null | undefined =
    await context?.context.internalAdapter.findUserById(userId)
  if (user?.['disabledAt'])
    throw new APIError('FORBIDDEN', { message: 'This account is disabled', code: 'ACCOUNT_DISABLED' })
}

function deleteUser(
  services: Services,
  mail: ReturnType<typeof mailLater>,
): NonNullable<NonNullable<BetterAuthOptions['user']>['deleteUser']> {
  return {
    enabled: true,
    ...(services.config.DELETE_ACCOUNT_BY_MAIL && {
      sendDeleteAccountVerification: async ({ user, url }) =>
        mail(deleteAccountMail({ to: user.email, name: user.name, url })),
    }),
    // Deletes the account here, in one transaction with what it owns. The library's own deletion runs afterwards and
    // finds nothing.
    beforeDelete: async ({ id }, request) => {
      try {
        await accountDeleting.ask(services, id, addressIn(request?.headers))
      } catch (error) {
        if (error instanceof Refusal) throw new APIError('CONFLICT', { message: error.message, code: error.code })
        throw error
      }
      await accountDeleted.ask(services, id)
    },
  }
}

/**
 * Points an unrequested verification mail (after an unverified sign-in or a provider's new account) to the page that
 * the sign-in would have opened. A parameter tells the client there that the address was confirmed, so that it reloads
 * the session.
 */
function verificationLink(url: string, request: Request | undefined, basePath: string): string {
  const path = request && new URL(request.url).pathname.slice(basePath.length)
  if (path === undefined || !/^\/(sign-in|callback)\//.test(path)) return url
  const link = new URL(url)
  const place = link.searchParams.get('callbackURL') ?? '/'
  // Adds no parameter to a page of another origin.
  if (!place.startsWith('/') || place.startsWith('//')) return url
  link.searchParams.set('callbackURL', confirmedPlace(place))
  return link.href
}
