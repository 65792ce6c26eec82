import { createRemoteJWKSet } from 'jose'
import type { Config } from '../../config.ts'
import type { Auth } from '../auth.ts'

/**
 * Timeout for fetching a provider's keys, pause before fetching again for an unknown key, and how long keys are cached
 * (section 9), in ms.
 */
const LIMITS = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }

/** Caches the keys that sign these providers' id tokens: 1.7 fetches them for each token, except Facebook's. */
export async function keepKeySets(
  auth: Auth,
  {
    MICROSOFT_AUTHORITY = 'https://login.microsoftonline.com',
    MICROSOFT_TENANT_ID = 'common',
  }: Pick<Config, 'MICROSOFT_AUTHORITY' | 'MICROSOFT_TENANT_ID'>,
): Promise<void> {
  const places: Readonly<Record<string, string>> = {
    google: 'https://www.googleapis.com/oauth2/v3/certs',
    apple: 'https://appleid.apple.com/auth/keys',
    facebook: 'https://limited.facebook.com/.well-known/oauth/openid/jwks/',
    microsoft: `${MICROSOFT_AUTHORITY}/${MICROSOFT_TENANT_ID}/discovery/v2.0/keys`,
  }
  for (const { id, idToken } of (await auth.$context).socialProviders) {
    const place = places[id]
    if (place && idToken && 'jwks' in idToken)
      Object.assign(idToken, { jwks: createRemoteJWKSet(new URL(place), LIMITS) })
  }
}
