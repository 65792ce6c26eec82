import { sign } from 'node:crypto'
import type { Config } from '../config.ts'

/** Apple takes a client secret for six months at most. */
const LIFE_SECONDS = 180 * 86_400

/**
 * Apple's client secret: a JWT signed with the developer's key. Made at the start, so a server that is never
 * restarted in half a year loses Apple's sign-in until it is.
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function appleSecret(
  {
    APPLE_CLIENT_ID,
    APPLE_TEAM_ID,
    APPLE_KEY_ID,
    APPLE_PRIVATE_KEY,
  }: Pick<Config, 'APPLE_CLIENT_ID' | 'APPLE_TEAM_ID' | 'APPLE_KEY_ID' | 'APPLE_PRIVATE_KEY'>,
  now = Date.now(),
): string {
  const issuedAt = Math.floor(now / 1000)
  const header = part({ alg: 'ES256', kid: APPLE_KEY_ID })
  const claims = part({
    iss: APPLE_TEAM_ID,
    iat: issuedAt,
    exp: issuedAt + LIFE_SECONDS,
    aud: 'https://appleid.apple.com',
    sub: APPLE_CLIENT_ID,
  })
  // A key in an environment variable often has its line ends written out.
  const key = (APPLE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n')
  const signature = sign('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' })
  return `${header}.${claims}.${signature.toString('base64url')}`
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
