import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { username } from 'better-auth/plugins'
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
import { verificationLink } from './mail/verification-link.ts'
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

/** Better Auth on the product's own Kysely: two instances on one SQLite would break each other's transactions. */
export function openAuth({ services, secret, trustedOrigins }: AuthParts) {
  const { config, database } = services
  const mail = mailLater(services)
  const limits = accountLimits(services)
  const audit = authAudit(services)
  const unproven = unprovenAccount(services)
  const organizations = organizationPlugin({ services, mail })
  return betterAuth({
    basePath: AUTH_PATH,
    baseURL: config.baseUrl,
    secret,
    // Apple comes back with a form of its own, which a cookie may ride along with (C10).
    trustedOrigins: () => [...trustedOrigins(), ...(config.APPLE_CLIENT_ID ? ['https://appleid.apple.com'] : [])],
    telemetry: { enabled: false },
    database: { db: database.db, type: database.engine, transaction: true },
    emailAndPassword: {
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
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: VERIFICATION_SECONDS,
      // Whoever opens the link has shown that the mailbox is theirs, not the account: a changed address may be a typo.
      autoSignInAfterVerification: false,
      sendVerificationEmail: async ({ user, url }, request) => {
        // What somebody asked for in so many words has been counted before.
        const isAsked =
          request !== undefined && new URL(request.url).pathname === `${AUTH_PATH}/send-verification-email`
        // Providers that tell no address get one that no mail can reach.
        if (user.email.endsWith('.invalid')) return
        const atMost = goingMail(user.email, config.ACCOUNT_RATE_LIMIT, { isAside: !isAsked })
        mail(
          verifyEmailMail({ to: user.email, name: user.name, url: verificationLink(url, request, AUTH_PATH) }),
          atMost,
        )
      },
    },
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
      // Linking as the specification has it (section 4); unprovenAccount makes it safe (C6).
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
      // The library leaves its checks out where NODE_ENV is "test" unless it is told not to.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Counted before a request gets here: address-limits.ts, account-limits.ts.
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
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            refuseUnadmitted(user.email, context)
            unproven.making(context)
            // A mailed link tells no name, and others must call them something; providers pass on whatever was typed
            // there.
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
    },
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
    // Its own handler would write refusals to the console.
    onAPIError: { onError: (error) => noteAuthError(services, error) },
    // What follows a colon is what somebody sent.
    logger: { level: 'warn', log: (_, message) => services.log.warn({ part: 'auth' }, message.split(':', 1)[0]) },
  })
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
    // The account itself goes here, in one transaction with what it owns: the library's own deletion comes after it and
    // finds nothing, and nothing of ours waits for that.
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
