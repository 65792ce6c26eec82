import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '#server/auth/mail/secret.ts'
import type { Config } from '#server/config.ts'

const secrets = new WeakMap<Config, string>()

/**
 * A link's secret is not stored: it is made from the server's own secret, the link's id and how often it was rotated.
 * So owners can copy a link at any time, while a copy of the database opens none. 144 bits.
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

/** A guest's key with our signature, as the cookie carries it. */
export function signKey(config: Config, key: string): string {
  return `${key}.${signed(config, `guest:${key}`).toString('base64url')}`
}

/** The key in a cookie that we signed. */
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
