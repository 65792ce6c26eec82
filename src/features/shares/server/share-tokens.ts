import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '#server/auth/mail/secret.ts'
import type { Config } from '#server/config.ts'

const secrets = new WeakMap<Config, string>()

/**
 * A link's token is not stored but derived from the server's secret, the link's id and its generation. Owners can copy
 * a link at any time, while a copy of the database opens none. 144 bits.
 */
export function shareToken(
  config: Config,
  { id, generation }: { readonly id: string; readonly generation: number },
): string {
  return signed(config, `share:${id}:${generation}`).subarray(0, 18).toString('base64url')
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Six digits alone could be found from a copy of the database; with the server's secret they cannot. */
export function codeHash(
  config: Config,
  { shareId, key, code }: { readonly shareId: string; readonly key: string; readonly code: string },
): string {
  return signed(config, `code:${shareId}:${key}:${code}`).toString('base64url')
}

/** A guest's key with our signature, as stored in the cookie. */
export function signKey(config: Config, key: string): string {
  return `${key}.${signed(config, `guest:${key}`).toString('base64url')}`
}

/** The key in a cookie with a valid signature. */
export function keyIn(config: Config, cookie: string): string | undefined {
  const [key = '', signature = ''] = cookie.split('.', 2)
  const given = Buffer.from(signature, 'base64url')
  const right = signed(config, `guest:${key}`)
  return key !== '' && given.length === right.length && timingSafeEqual(given, right) ? key : undefined
}

function signed(config: Config, text: string): Buffer {
  const secret = secrets.get(config) ?? authSecret(config.AUTH_SECRET, config.DATA_DIR)
  secrets.set(config, secret)
  return createHmac('sha256', `roughmix-shares:${secret}`).update(text).digest()
}
