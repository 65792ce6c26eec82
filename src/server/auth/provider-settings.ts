import * as z from 'zod'

/** The specification's closed list, in its order (section 3). */
export const providers = [
  'apple',
  'discord',
  'facebook',
  'github',
  'microsoft',
  'google',
  'spotify',
  'twitch',
  'twitter',
  'dropbox',
  'kick',
  'linkedin',
  'gitlab',
  'tiktok',
  'reddit',
  'roblox',
  'vk',
  'zoom',
] as const
export type Provider = (typeof providers)[number]

export const providerNames: Readonly<Record<Provider, string>> = {
  apple: 'Apple',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  microsoft: 'Microsoft',
  google: 'Google',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'Twitter',
  dropbox: 'Dropbox',
  kick: 'Kick',
  linkedin: 'LinkedIn',
  gitlab: 'GitLab',
  tiktok: 'TikTok',
  reddit: 'Reddit',
  roblox: 'Roblox',
  vk: 'VK',
  zoom: 'Zoom',
}

const text = z.string().min(1).optional()
const address = z
  .url({ protocol: /^https?$/, error: 'must be an address starting with http:// or https://' })
  .optional()

export interface ProviderSetting {
  readonly group: 'Social sign-in'
  readonly text: string
  readonly shape: typeof text
  readonly secret?: true
}
type SettingName = `${Uppercase<Provider>}_CLIENT_${'ID' | 'SECRET'}`

/** Settings that only some providers need besides an id and a secret. */
const extras = {
  APPLE_TEAM_ID: setting(
    'Apple’s team id. Set it with APPLE_KEY_ID and APPLE_PRIVATE_KEY instead of APPLE_CLIENT_SECRET, which expires ' +
      'after six months at most.',
  ),
  APPLE_KEY_ID: setting('Id of the key that signs requests to Apple.'),
  APPLE_PRIVATE_KEY: setting('That key: the text of Apple’s .p8 file.', 'secret'),
  APPLE_APP_BUNDLE_IDENTIFIER: setting('Audience of id tokens from an iOS app.'),
  MICROSOFT_TENANT_ID: setting(
    'Which Microsoft accounts can sign in: a tenant, common, organizations or consumers. The default is common.',
  ),
  MICROSOFT_AUTHORITY: {
    ...setting('Address of Microsoft’s sign-in, if it is not https://login.microsoftonline.com.'),
    shape: address,
  },
  GITLAB_ISSUER: {
    ...setting('Address of the GitLab for sign-in, if it is not https://gitlab.com.'),
    shape: address,
  },
} as const

/** The id and secret of each provider and the extra settings of some. A provider is offered once both are set. */
export const providerSettings: Readonly<Record<SettingName, ProviderSetting>> & typeof extras = {
  ...pairs(),
  ...extras,
}

function pairs(): Readonly<Record<SettingName, ProviderSetting>> {
  const entries = providers.flatMap((provider): [string, ProviderSetting][] => [
    [
      `${provider.toUpperCase()}_CLIENT_ID`,
      setting(
        `Sign-in with ${providerNames[provider]}: the client ` +
          `id${provider === 'tiktok' ? ' (TikTok’s client key)' : ''}.`,
      ),
    ],
    [
      `${provider.toUpperCase()}_CLIENT_SECRET`,
      setting(`Sign-in with ${providerNames[provider]}: the client secret.`, 'secret'),
    ],
  ])
  // The loop above adds both names for every provider.
  return Object.fromEntries(entries) as Record<SettingName, ProviderSetting>
}

function setting(description: string, secret?: 'secret'): ProviderSetting {
  return { group: 'Social sign-in', text: description, shape: text, ...(secret && { secret: true }) }
}

export type ProviderValues = Readonly<Partial<Record<SettingName | keyof typeof extras, string | undefined>>>

/** The client id and secret of a provider; undefined unless both are configured. */
export function clientOf(
  values: ProviderValues,
  provider: Provider,
): { readonly clientId: string; readonly clientSecret: string } | undefined {
  const name = provider.toUpperCase() as Uppercase<Provider>
  const clientId = values[`${name}_CLIENT_ID`]
  const clientSecret = values[`${name}_CLIENT_SECRET`]
  return clientId && (clientSecret || (provider === 'apple' && values.APPLE_PRIVATE_KEY))
    ? { clientId, clientSecret: clientSecret ?? '' }
    : undefined
}

export function configuredProviders(values: ProviderValues): readonly Provider[] {
  return providers.filter((provider) => clientOf(values, provider) !== undefined)
}

/** One line of text for each provider setting whose counterpart is missing. */
export function halfConfigured(values: ProviderValues, provider: Provider): readonly string[] {
  const name = provider.toUpperCase() as Uppercase<Provider>
  const [id, secret] = [values[`${name}_CLIENT_ID`], values[`${name}_CLIENT_SECRET`]]
  if (provider === 'apple' && values.APPLE_PRIVATE_KEY)
    return values.APPLE_TEAM_ID && values.APPLE_KEY_ID && id
      ? []
      : ['APPLE_PRIVATE_KEY: needs APPLE_CLIENT_ID, APPLE_TEAM_ID and APPLE_KEY_ID as well']
  if (Boolean(id) === Boolean(secret)) return []
  return [`${name}_CLIENT_${id ? 'ID' : 'SECRET'}: needs ${name}_CLIENT_${id ? 'SECRET' : 'ID'} as well`]
}
