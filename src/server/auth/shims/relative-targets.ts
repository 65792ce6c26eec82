import { APIError } from 'better-auth/api'
import { everywhere } from './auth-hook.ts'

const targets = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']

/**
 * S6: a relative path starts with a single slash and has no double slash, backslash or encoded slash anywhere
 * (section 5); 1.7 lets `/a//b` pass.
 */
export const relativeTargets = everywhere(async ({ body, query }) => {
  for (const field of targets) {
    for (const given of [valueOf(body, field), valueOf(query, field)])
      if (isTrickyPath(given)) throw new APIError('FORBIDDEN', { message: `Invalid ${field}` })
  }
})

function valueOf(source: unknown, field: string): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, field) : undefined
}

/** What follows ? or # names no place. */
export function isTrickyPath(target: unknown): boolean {
  return typeof target === 'string' && target.startsWith('/') && /\/\/|\\|%2f|%5c/i.test(target.split(/[?#]/)[0] ?? '')
}
