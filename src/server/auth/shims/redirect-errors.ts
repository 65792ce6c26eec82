const verifyErrors: Readonly<Record<string, string>> = {
  TOKEN_EXPIRED: 'token_expired',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'user_not_found',
  INVALID_USER: 'unauthorized',
}
const callbackErrors: Readonly<Record<string, string>> = { state_mismatch: 'please_restart_the_process' }

/** S2: the `error` of a redirect in the specification's words (sections 2 and 8). */
export function redirectTarget(path: string, location: string): string {
  const words = path === '/verify-email' ? verifyErrors : path.startsWith('/callback/') ? callbackErrors : undefined
  return words
    ? location.replace(
        /([?&]error=)([A-Za-z_]+)(?=&|#|$)/,
        (_, before: string, code: string) => before + (Object.hasOwn(words, code) ? words[code] : code),
      )
    : location
}
