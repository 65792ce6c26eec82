import type { SocialProviders } from 'better-auth'
import type { Config } from '../config.ts'
import { appleSecret } from './apple-secret.ts'
import { clientOf, configuredProviders, type Provider } from './provider-settings.ts'

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
