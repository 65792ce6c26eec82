import { sign } from 'node:crypto'
import type { SocialProviders } from 'better-auth'
import type { Config } from '../config.ts'
import { clientOf, configuredProviders, type Provider } from './provider-settings.ts'

/** Apple takes a client secret for six months at most. */
const LIFE_SECONDS = 180 * 86_400

/**
 * Apple's client secret: a JWT signed with the developer's key. Made at the start, so a server that is never
 * restarted in half a year loses Apple's sign-in until it is.
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
function appleSecret(
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

/** The configured providers with what each needs besides its client (section 3's list, and nothing outside it). */
export function socialProviders(config: Config): SocialProviders {
  return Object.fromEntries(configuredProviders(config).map((provider) => [provider, optionsOf(config, provider)]))
}

function optionsOf(config: Config, provider: Provider) {
  const client = clientOf(config, provider)
  if (!client) throw new Error(`${provider} is not configured`)
  if (provider === 'tiktok') return { clientKey: client.clientId, clientSecret: client.clientSecret }
  if (provider === 'gitlab') return { ...client, ...(config.GITLAB_ISSUER && { issuer: config.GITLAB_ISSUER }) }
  if (provider === 'microsoft')
    return {
      ...client,
      ...(config.MICROSOFT_TENANT_ID && { tenantId: config.MICROSOFT_TENANT_ID }),
      ...(config.MICROSOFT_AUTHORITY && { authority: config.MICROSOFT_AUTHORITY }),
    }
  if (provider === 'apple')
    return {
      ...client,
      clientSecret: client.clientSecret || appleSecret(config),
      ...(config.APPLE_APP_BUNDLE_IDENTIFIER && { appBundleIdentifier: config.APPLE_APP_BUNDLE_IDENTIFIER }),
    }
  return client
}
