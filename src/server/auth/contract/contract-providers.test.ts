import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Rig } from '#testing/auth-rig.ts'
import { clientOf, providers, type Provider } from '../provider-settings.ts'
import { standIn, startGitlab, type Gitlab } from '#testing/social-rig.ts'
import { readConfig } from '../../config.ts'

interface Facts {
  /** Where people are sent. */
  readonly authorize: string
  readonly scopes: readonly string[]
  /** What the provider answers at its own addresses. `token` is the token endpoint. */
  readonly token: string
  readonly answers: Readonly<Record<string, unknown>>
  /** Claims of the id token in the token endpoint's answer. */
  readonly idToken?: Readonly<Record<string, unknown>>
  readonly email: string
  readonly verified: boolean
  readonly accountId: string
}

const facts: Readonly<Record<Provider, Facts>> = {
  apple: {
    authorize: 'https://appleid.apple.com/auth/authorize',
    scopes: ['email', 'name'],
    token: 'https://appleid.apple.com/auth/token',
    answers: {},
    idToken: { sub: 'apple-1', email: 'apple@example.com', email_verified: 'true' },
    email: 'apple@example.com',
    verified: true,
    accountId: 'apple-1',
  },
  discord: {
    authorize: 'https://discord.com/api/oauth2/authorize',
    scopes: ['identify', 'email'],
    token: 'https://discord.com/api/oauth2/token',
    answers: {
      'https://discord.com/api/users/@me': {
        id: '80351110224678912',
        username: 'nelly',
        global_name: 'Nelly',
        discriminator: '0',
        avatar: null,
        email: 'discord@example.com',
        verified: true,
      },
    },
    email: 'discord@example.com',
    verified: true,
    accountId: '80351110224678912',
  },
  facebook: {
    authorize: 'https://www.facebook.com/v24.0/dialog/oauth',
    scopes: ['email', 'public_profile'],
    token: 'https://graph.facebook.com/v24.0/oauth/access_token',
    answers: {
      'https://graph.facebook.com/debug_token': { data: { app_id: 'facebook-id', is_valid: true, user_id: 'fb-1' } },
      'https://graph.facebook.com/me': {
        id: 'fb-1',
        name: 'Face',
        email: 'facebook@example.com',
        picture: { data: { url: 'https://example.com/f.png' } },
      },
    },
    email: 'facebook@example.com',
    verified: false,
    accountId: 'fb-1',
  },
  github: {
    authorize: 'https://github.com/login/oauth/authorize',
    scopes: ['read:user', 'user:email'],
    token: 'https://github.com/login/oauth/access_token',
    answers: {
      'https://api.github.com/user': {
        id: 583231,
        login: 'octo',
        name: 'Octo',
        email: null,
        avatar_url: 'https://example.com/o.png',
      },
      'https://api.github.com/user/emails': [{ email: 'github@example.com', primary: true, verified: true }],
    },
    email: 'github@example.com',
    verified: true,
    accountId: '583231',
  },
  microsoft: {
    authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    scopes: ['openid', 'profile', 'email', 'User.Read', 'offline_access'],
    token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    answers: { 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value': { photo: 1 } },
    idToken: { oid: 'ms-1', sub: 'x', name: 'Micro', email: 'microsoft@example.com', email_verified: true },
    email: 'microsoft@example.com',
    verified: true,
    accountId: 'ms-1',
  },
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    scopes: ['email', 'profile', 'openid'],
    token: 'https://oauth2.googleapis.com/token',
    answers: {},
    idToken: {
      sub: 'google-1',
      email: 'google@example.com',
      email_verified: true,
      name: 'Goo',
      picture: 'https://example.com/g.png',
    },
    email: 'google@example.com',
    verified: true,
    accountId: 'google-1',
  },
  spotify: {
    authorize: 'https://accounts.spotify.com/authorize',
    scopes: ['user-read-email'],
    token: 'https://accounts.spotify.com/api/token',
    answers: {
      'https://api.spotify.com/v1/me': { id: 'spot-1', display_name: 'Spot', email: 'spotify@example.com', images: [] },
    },
    email: 'spotify@example.com',
    verified: false,
    accountId: 'spot-1',
  },
  twitch: {
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    scopes: ['user:read:email', 'openid'],
    token: 'https://id.twitch.tv/oauth2/token',
    answers: {},
    idToken: {
      sub: 'twitch-1',
      preferred_username: 'twi',
      email: 'twitch@example.com',
      email_verified: true,
      picture: 'https://example.com/t.png',
    },
    email: 'twitch@example.com',
    verified: true,
    accountId: 'twitch-1',
  },
  twitter: {
    authorize: 'https://x.com/i/oauth2/authorize',
    scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
    token: 'https://api.x.com/2/oauth2/token',
    answers: {
      'https://api.x.com/2/users/me': {
        data: { id: 'tw-1', name: 'Twit', username: 'twit', confirmed_email: 'twitter@example.com' },
      },
    },
    email: 'twitter@example.com',
    verified: true,
    accountId: 'tw-1',
  },
  dropbox: {
    authorize: 'https://www.dropbox.com/oauth2/authorize',
    scopes: ['account_info.read'],
    token: 'https://api.dropboxapi.com/oauth2/token',
    answers: {
      'https://api.dropboxapi.com/2/users/get_current_account': {
        account_id: 'dbid:1',
        name: { display_name: 'Drop' },
        email: 'dropbox@example.com',
        email_verified: true,
      },
    },
    email: 'dropbox@example.com',
    verified: true,
    accountId: 'dbid:1',
  },
  kick: {
    authorize: 'https://id.kick.com/oauth/authorize',
    scopes: ['user:read'],
    token: 'https://id.kick.com/oauth/token',
    answers: {
      'https://api.kick.com/public/v1/users': {
        data: [
          { user_id: 'kick-1', name: 'Kick', email: 'kick@example.com', profile_picture: 'https://example.com/k.png' },
        ],
      },
    },
    email: 'kick@example.com',
    verified: false,
    accountId: 'kick-1',
  },
  linkedin: {
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    scopes: ['profile', 'email', 'openid'],
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    answers: {
      'https://api.linkedin.com/v2/userinfo': {
        sub: 'li-1',
        name: 'Link',
        email: 'linkedin@example.com',
        email_verified: true,
      },
    },
    email: 'linkedin@example.com',
    verified: true,
    accountId: 'li-1',
  },
  gitlab: {
    authorize: 'https://gitlab.com/oauth/authorize',
    scopes: ['read_user'],
    token: 'https://gitlab.com/oauth/token',
    answers: {
      'https://gitlab.com/api/v4/user': {
        id: 7,
        name: 'Git',
        username: 'git',
        state: 'active',
        email: 'gitlab@example.com',
        email_verified: true,
      },
    },
    email: 'gitlab@example.com',
    verified: true,
    accountId: '7',
  },
  tiktok: {
    authorize: 'https://www.tiktok.com/v2/auth/authorize',
    scopes: ['user.info.profile'],
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    answers: {
      'https://open.tiktokapis.com/v2/user/info/': { data: { user: { open_id: 'tt-1', display_name: 'Tik' } } },
    },
    email: 'tt-1@tiktok.placeholder.invalid',
    verified: false,
    accountId: 'tt-1',
  },
  reddit: {
    authorize: 'https://www.reddit.com/api/v1/authorize',
    scopes: ['identity'],
    token: 'https://www.reddit.com/api/v1/access_token',
    answers: { 'https://oauth.reddit.com/api/v1/me': { id: 'rd1', name: 'Red' } },
    email: 'rd1@reddit.placeholder.invalid',
    verified: false,
    accountId: 'rd1',
  },
  roblox: {
    authorize: 'https://apis.roblox.com/oauth/v1/authorize',
    scopes: ['openid', 'profile'],
    token: 'https://apis.roblox.com/oauth/v1/token',
    answers: { 'https://apis.roblox.com/oauth/v1/userinfo': { sub: 'rb1', nickname: 'Rob' } },
    email: 'rb1@roblox.placeholder.invalid',
    verified: false,
    accountId: 'rb1',
  },
  vk: {
    authorize: 'https://id.vk.com/authorize',
    scopes: ['email', 'phone'],
    token: 'https://id.vk.com/oauth2/auth',
    answers: {
      'https://id.vk.com/oauth2/user_info': {
        user: { user_id: 'vk1', first_name: 'Vera', last_name: 'K', email: 'vk@example.com' },
      },
    },
    email: 'vk@example.com',
    verified: false,
    accountId: 'vk1',
  },
  zoom: {
    authorize: 'https://zoom.us/oauth/authorize',
    scopes: [],
    token: 'https://zoom.us/oauth/token',
    answers: {
      'https://api.zoom.us/v2/users/me': { id: 'zm1', display_name: 'Zoe', email: 'zoom@example.com', verified: 1 },
    },
    email: 'zoom@example.com',
    verified: true,
    accountId: 'zm1',
  },
}

let rig: Rig
let gitlab: Gitlab
let outside: ReturnType<typeof standIn>
let answers: Readonly<Record<string, unknown>> = {}

beforeAll(async () => {
  gitlab = await startGitlab()
  outside = standIn(() => answers)
  rig = await openRig(
    Object.fromEntries(
      providers.flatMap((provider) => [
        [`${provider.toUpperCase()}_CLIENT_ID`, `${provider}-id`],
        [`${provider.toUpperCase()}_CLIENT_SECRET`, `${provider}-secret`],
      ]),
    ),
  )
  await rig.person('Root')
})
afterAll(async () => {
  await outside.end()
  await rig.close()
  await gitlab.stop()
})

const token = (claims: Readonly<Record<string, unknown>>) =>
  gitlab.issuer.buildToken({ scopesOrTransform: (_, payload) => void Object.assign(payload, claims) })

test('all eighteen are offered in the specification’s order', async () => {
  expect((await rig.browser().open('/api/server')).body.methods.social.map(({ id }: { id: string }) => id)).toEqual([
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
  ])
})

describe.each(providers)('%s', (provider) => {
  const expected = facts[provider]

  test('is asked, answers, and lets somebody in', async () => {
    answers = {
      [expected.token]: {
        access_token: 'outside-access',
        token_type: 'bearer',
        expires_in: 3600,
        ...(expected.idToken && { id_token: await token(expected.idToken) }),
      },
      ...expected.answers,
    }
    outside.asked.length = 0
    const one = rig.browser()
    const begun = await one.post('/sign-in/social', { provider, callbackURL: '/', errorCallbackURL: '/login' })
    expect(begun.status).toBe(200)
    const url = new URL(begun.body.url)
    expect(url.origin + url.pathname).toBe(expected.authorize)
    expect(url.searchParams.get(provider === 'tiktok' ? 'client_key' : 'client_id')).toBe(`${provider}-id`)
    expect(url.searchParams.get('redirect_uri')).toBe(`http://localhost:3000/api/auth/callback/${provider}`)
    expect((url.searchParams.get('scope') ?? '').split(/[ ,+]/).filter(Boolean)).toEqual(expected.scopes)

    const back = await one.get(
      `/callback/${provider}?code=fromoutside&state=${url.searchParams.get('state')}&device_id=d`,
    )
    expect(back.location).toBe('/')
    const { user } = await one.session('?disableCookieCache=true')
    expect(user).toMatchObject({ email: expected.email, emailVerified: expected.verified })
    expect((await one.get('/list-accounts')).body).toEqual([
      expect.objectContaining({ provider, accountId: expected.accountId }),
    ])
    const exchange = outside.asked.find(({ address }) => address === expected.token)
    expect(exchange?.body).toContain('fromoutside')
    expect(JSON.stringify(exchange)).toMatch(new RegExp(`${provider}-secret|authorization`))
  })

  test('mails nothing to an address that does not exist', async () => {
    await rig.settle()
    expect((await rig.mailsTo(expected.email)).length === 0 || !expected.email.endsWith('.invalid')).toBe(true)
  })
})

describe('an id token', () => {
  const keys = () => ({ keys: gitlab.issuer.keys.toJSON() })
  const google = (more: Readonly<Record<string, unknown>> = {}) => ({
    iss: 'https://accounts.google.com',
    aud: 'google-id',
    sub: 'goo-9',
    email: 'gil@example.com',
    email_verified: true,
    name: 'Gil',
    ...more,
  })
  const signIn = async (idToken: object, provider = 'google', more = {}) => {
    const one = rig.browser()
    return { one, answer: await one.post('/sign-in/social', { provider, idToken, ...more }) }
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  beforeAll(() => {
    const weak = { ...publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256', use: 'sig' }
    answers = {
      'https://www.googleapis.com/oauth2/v3/certs': { keys: [...keys().keys, weak] },
      'https://appleid.apple.com/auth/keys': keys(),
    }
  })

  test.each(['google', 'apple'])(
    'of %s has its keys fetched once for many, and again no sooner than after half a minute for one they lack',
    async (provider) => {
      const claims =
        provider === 'google'
          ? google({ sub: 'goo-keys', email: 'keys@example.com' })
          : {
              iss: 'https://appleid.apple.com',
              aud: 'apple-id',
              sub: 'app-keys',
              email: 'appkeys@example.com',
              email_verified: true,
            }
      const fetched = () =>
        outside.asked.filter(({ address }) => /certs|auth\/keys/.test(address) && address.includes(provider)).length
      for (let i = 0; i < 3; i++)
        expect((await signIn({ token: await token(claims) }, provider)).answer.status).toBe(200)
      expect(fetched()).toBe(1)
      const [head = '', ...rest] = (await token(claims)).split('.')
      const unknown = Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), kid: 'rotated' }),
      ).toString('base64url')
      for (let i = 0; i < 3; i++)
        expect((await signIn({ token: [unknown, ...rest].join('.') }, provider)).answer.status).toBe(401)
      expect(fetched()).toBe(1)
    },
  )

  test('of Google signs in without a redirect', async () => {
    const { one, answer } = await signIn({ token: await token(google()) })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        redirect: false,
        token: expect.any(String),
        user: { email: 'gil@example.com', emailVerified: true, name: 'Gil' },
      },
    })
    expect((await one.session()).user.email).toBe('gil@example.com')
  })

  test('of Apple is bound to its nonce', async () => {
    const claims = {
      iss: 'https://appleid.apple.com',
      aud: 'apple-id',
      sub: 'app-9',
      email: 'ann@example.com',
      email_verified: true,
      nonce: 'n-1',
    }
    expect((await signIn({ token: await token(claims), nonce: 'n-1' }, 'apple')).answer.status).toBe(200)
    expect((await signIn({ token: await token(claims), nonce: 'n-2' }, 'apple')).answer).toMatchObject({
      status: 401,
      body: { message: 'invalid token' },
    })
  })

  test('of Apple is no older than an hour', async () => {
    const claims = {
      iss: 'https://appleid.apple.com',
      aud: 'apple-id',
      sub: 'app-8',
      email: 'old@example.com',
      email_verified: true,
    }
    const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
    expect((await signIn({ token: await token({ ...claims, iat: minutesAgo(61) }) }, 'apple')).answer).toMatchObject({
      status: 401,
      body: { message: 'invalid token' },
    })
    expect((await signIn({ token: await token({ ...claims, iat: minutesAgo(58) }) }, 'apple')).answer.status).toBe(200)
  })

  test('signed by a key of less than 2048 bits is no way in', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const claims = google({ sub: 'goo-weak', email: 'weak@example.com', iat: now, exp: now + 600 })
    const signed = `${part({ alg: 'RS256', kid: 'weak' })}.${part(claims)}`
    const { answer } = await signIn({
      token: `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`,
    })
    expect(answer).toMatchObject({ status: 401, body: { message: 'invalid token' } })
  })

  test.each([
    ['made out to somebody else', { aud: 'another-app' }],
    ['from another issuer', { iss: 'https://evil.example' }],
    ['older than an hour', { iat: Math.floor(Date.now() / 1000) - 3700 }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ])('%s is no way in', async (_, wrong) =>
    expect((await signIn({ token: await token(google(wrong)) })).answer).toMatchObject({
      status: 401,
      body: { message: 'invalid token', code: 'INVALID_TOKEN' },
    }),
  )

  test('that is forged, unsigned or rubbish is no way in', async () => {
    const [header, payload] = (await token(google())).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const forged of [`${header}.${payload}.AAAA`, `${none}.${payload}.`, 'rubbish', ''])
      expect((await signIn({ token: forged })).answer.status).toBe(401)
  })

  test('without an address is "User email not found"', async () =>
    expect((await signIn({ token: await token(google({ email: undefined })) })).answer).toMatchObject({
      status: 401,
      body: { message: 'User email not found' },
    }))

  test('of an unverified address links nothing', async () => {
    const own = await rig.person('Gus')
    await own.open(await rig.link('gus@example.com', /verify/i))
    expect(
      (await signIn({ token: await token(google({ sub: 'goo-10', email: 'gus@example.com', email_verified: false })) }))
        .answer,
    ).toMatchObject({ status: 401, body: { message: 'account not linked' } })
  })

  test('makes no account where sign-up is closed', async () => {
    const shut = await openRig({ SIGN_UP: 'closed', GOOGLE_CLIENT_ID: 'google-id', GOOGLE_CLIENT_SECRET: 's' })
    await shut.person('Root')
    expect(
      await shut.browser().post('/sign-in/social', {
        provider: 'google',
        idToken: { token: await token(google({ sub: 'goo-11', email: 'new@example.com' })) },
      }),
    ).toMatchObject({ status: 401, body: { message: 'signup disabled' } })
    await shut.close()
  })

  test('links an account on the account page', async () => {
    const hal = await rig.person('Hal')
    expect(
      await hal.post('/link-social', {
        provider: 'google',
        idToken: { token: await token(google({ sub: 'goo-12', email: 'hal.work@example.com' })) },
      }),
    ).toMatchObject({ status: 200, body: { redirect: false, status: true } })
    expect((await hal.get('/list-accounts')).body).toHaveLength(2)
  })
})

describe('the settings of providers', () => {
  test('come in pairs, told in plain words', () => {
    expect(() => readConfig({ ZOOM_CLIENT_ID: 'x' })).toThrow('ZOOM_CLIENT_ID: needs ZOOM_CLIENT_SECRET as well')
    expect(() => readConfig({ VK_CLIENT_SECRET: 'x' })).toThrow('VK_CLIENT_SECRET: needs VK_CLIENT_ID as well')
    expect(() => readConfig({ APPLE_CLIENT_ID: 'x', APPLE_PRIVATE_KEY: 'y' })).toThrow('APPLE_PRIVATE_KEY: needs')
    expect(() =>
      readConfig({ GITLAB_CLIENT_ID: 'x', GITLAB_CLIENT_SECRET: 'y', GITLAB_ISSUER: 'gitlab.example.com' }),
    ).toThrow('GITLAB_ISSUER: must be an address')
  })

  test('make Apple’s secret from its key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n')
    const apple = await openRig({
      APPLE_CLIENT_ID: 'app',
      APPLE_TEAM_ID: 'T',
      APPLE_KEY_ID: 'K',
      APPLE_PRIVATE_KEY: key,
    })
    expect((await apple.browser().open('/api/server')).body.methods.social).toEqual([{ id: 'apple', name: 'Apple' }])
    expect(clientOf(apple.world.services.config, 'apple')).toEqual({ clientId: 'app', clientSecret: '' })
    const provider = (await apple.world.auth.$context).socialProviders.find(({ id }) => id === 'apple')
    const secret = String(provider?.options && Reflect.get(provider.options, 'clientSecret'))
    expect(JSON.parse(Buffer.from(secret.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      iss: 'T',
      sub: 'app',
      aud: 'https://appleid.apple.com',
    })
    expect((await apple.browser().post('/sign-in/social', { provider: 'apple' })).status).toBe(200)
    await apple.close()
  })

  test('Apple’s form comes back without our cookie’s origin check in the way', async () => {
    const one = rig.browser()
    const begun = await one.post('/sign-in/social', { provider: 'apple', callbackURL: '/' })
    const state = new URL(begun.body.url).searchParams.get('state') ?? ''
    const posted = await one.send(
      'POST',
      '/api/auth/callback/apple',
      { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ state, code: 'c', user: '{"name":{"firstName":"A"}}' }).toString(),
    )
    expect(posted).toMatchObject({ status: 302, location: expect.stringContaining('/api/auth/callback/apple?') })
  })

  test('a Microsoft tenant has its own address', async () => {
    const tenant = await openRig({
      MICROSOFT_CLIENT_ID: 'm',
      MICROSOFT_CLIENT_SECRET: 's',
      MICROSOFT_TENANT_ID: 'contoso',
      MICROSOFT_AUTHORITY: 'https://login.example.com',
    })
    expect((await tenant.browser().post('/sign-in/social', { provider: 'microsoft' })).body.url).toMatch(
      /^https:\/\/login\.example\.com\/contoso\/oauth2\/v2\.0\/authorize\?/,
    )
    await tenant.close()
  })
})
