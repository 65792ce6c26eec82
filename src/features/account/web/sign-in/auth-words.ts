import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { authStrings } from './auth.strings.ts'

/** Texts for the sign-in backend's error codes; its own message is used for others. */
const strings: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: authStrings.wrongPassword,
  INVALID_USERNAME_OR_PASSWORD: authStrings.wrongPassword,
  INVALID_EMAIL: authStrings.badEmail,
  PASSWORD_TOO_SHORT: authStrings.passwordTooShort,
  PASSWORD_TOO_LONG: authStrings.passwordTooLong,
  USER_ALREADY_EXISTS: authStrings.emailTaken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: authStrings.emailTaken,
  USERNAME_IS_ALREADY_TAKEN: authStrings.usernameTaken,
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: authStrings.usernameTaken,
  USERNAME_IS_INVALID: authStrings.usernameRule,
  INVALID_USERNAME: authStrings.usernameRule,
  USERNAME_TOO_SHORT: authStrings.usernameRule,
  USERNAME_IS_TOO_SHORT: authStrings.usernameRule,
  USERNAME_TOO_LONG: authStrings.usernameRule,
  USERNAME_IS_TOO_LONG: authStrings.usernameRule,
  INVALID_PASSWORD: authStrings.wrongCurrentPassword,
  INVALID_TOKEN: authStrings.linkSpent,
  EMAIL_NOT_VERIFIED: authStrings.notVerified,
  SETUP_TOKEN_REQUIRED: authStrings.setupTokenWrong,
  ACCOUNT_DISABLED: authStrings.disabled,
}

/** The reason for a refused call, in one sentence. */
export function authWords(error: unknown): string {
  if (!(error instanceof FailedRequest) || !error.isAnswer) return reasonOf(error)
  if (error.status === 429) return authStrings.tooMany
  return strings[error.code] ?? reasonOf(error)
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof FailedRequest && codes.includes(error.code)
}

/** The input that a refusal concerns, so that it is shown there. */
export function inputOf(error: unknown): 'email' | 'username' | 'password' | 'setupToken' | undefined {
  if (!(error instanceof FailedRequest)) return undefined
  if (error.code.startsWith('USER_ALREADY') || error.code === 'INVALID_EMAIL') return 'email'
  if (error.code === 'SETUP_TOKEN_REQUIRED') return 'setupToken'
  if (error.code.startsWith('INVALID_') && error.code.endsWith('_OR_PASSWORD')) return 'password'
  if (error.code.includes('USERNAME')) return 'username'
  return error.code.includes('PASSWORD') ? 'password' : undefined
}
