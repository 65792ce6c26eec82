/** The signed-in user as returned by the sign-in backend; screens use the product's own `Me`. */
export interface AuthUser {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly image?: string | null
  readonly username?: string | null
  readonly displayUsername?: string | null
}

export interface AuthSession {
  readonly session: {
    readonly id: string
    readonly userId: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly expiresAt: string
    readonly activeOrganizationId?: string | null
  }
  readonly user: AuthUser
}

/** One of the user's sessions. The token identifies it for revocation. */
export interface OwnSession {
  readonly id: string
  readonly token: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
}

/** A way to sign in: `credential` is the password, everything else a provider. */
export interface LinkedAccount {
  readonly id: string
  readonly provider: string
  readonly accountId: string
  readonly createdAt: string
}

interface SocialRequest {
  readonly provider: string
  readonly callbackURL: string
  readonly errorCallbackURL: string
}

interface WayElsewhere {
  readonly url: string
  readonly redirect: boolean
}

/** Bodies of the calls to `/api/auth`, and the fields of their answers that screens use. */
export interface AuthCalls {
  '/sign-up/email': {
    readonly body: {
      readonly name: string
      readonly email: string
      readonly password: string
      readonly username?: string
      readonly callbackURL: string
    }
    readonly answer: { readonly token: string | null; readonly user: AuthUser }
  }
  '/sign-in/email': {
    readonly body: { readonly email: string; readonly password: string; readonly rememberMe: boolean }
    readonly answer: { readonly user: AuthUser }
  }
  '/sign-in/username': {
    readonly body: { readonly username: string; readonly password: string; readonly rememberMe: boolean }
    readonly answer: { readonly user: AuthUser } | null
  }
  '/sign-in/magic-link': {
    readonly body: { readonly email: string; readonly callbackURL: string; readonly errorCallbackURL: string }
    readonly answer: { readonly status: boolean }
  }
  '/sign-out': { readonly body: Record<never, never>; readonly answer: { readonly success: boolean } }
  '/forget-password': {
    readonly body: { readonly email: string; readonly redirectTo: string }
    readonly answer: { readonly status: boolean }
  }
  '/reset-password': {
    readonly body: { readonly newPassword: string; readonly token: string }
    readonly answer: { readonly status: boolean }
  }
  '/send-verification-email': {
    readonly body: { readonly email: string; readonly callbackURL: string }
    readonly answer: { readonly status: boolean }
  }
  '/sign-in/social': { readonly body: SocialRequest; readonly answer: WayElsewhere }
  '/update-user': {
    readonly body: { readonly name?: string; readonly username?: string; readonly image?: string | null }
    readonly answer: { readonly status: boolean }
  }
  '/change-email': {
    readonly body: { readonly newEmail: string; readonly callbackURL: string }
    readonly answer: { readonly status: boolean }
  }
  '/link-social': { readonly body: SocialRequest; readonly answer: WayElsewhere }
  '/unlink-account': {
    readonly body: { readonly providerId: string; readonly accountId?: string }
    readonly answer: { readonly status: boolean }
  }
  '/revoke-session': { readonly body: { readonly token: string }; readonly answer: { readonly status: boolean } }
  '/revoke-other-sessions': { readonly body: Record<never, never>; readonly answer: { readonly status: boolean } }
  '/revoke-sessions': { readonly body: Record<never, never>; readonly answer: { readonly status: boolean } }
  '/organization/set-active': { readonly body: { readonly organizationId: string | null }; readonly answer: unknown }
  '/delete-user': {
    readonly body: { readonly password?: string; readonly callbackURL?: string }
    readonly answer: { readonly success: boolean; readonly message: string }
  }
  '/change-password': {
    readonly body: {
      readonly currentPassword: string
      readonly newPassword: string
      readonly revokeOtherSessions: boolean
    }
    readonly answer: { readonly token: string | null }
  }
}

export type AuthPath = keyof AuthCalls

/** Lists that can be fetched there. */
export interface AuthLists {
  '/list-accounts': readonly LinkedAccount[]
  '/list-sessions': readonly OwnSession[]
}
