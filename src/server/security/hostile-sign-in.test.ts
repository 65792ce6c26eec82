import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
let nora: Browser
beforeAll(async () => {
  rig = await openRig({ LOG_LEVEL: 'silent' })
  nora = await rig.person('Nora')
  await nora.post('/organization/create', { name: 'Night Label', slug: 'night-label' })
})
afterAll(() => rig.close())

const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
const hostile: readonly (readonly [name: string, value: unknown])[] = [
  ['a NUL', 'a\u0000b'],
  ['half a character', 'a\ud800'],
  ['text turned round', '\u202egnp'],
  ['ten thousand letters', 'x'.repeat(10_000)],
  ['an object', { $ne: null }],
  ['lists without end', deep],
  ['a number', 1e308],
]

const asked: readonly (readonly [path: string, body: (value: unknown) => object])[] = [
  ...['name', 'email', 'password', 'username', 'displayUsername', 'image', 'callbackURL'].map(
    (field) =>
      [
        '/sign-up/email',
        (value: unknown) => ({
          name: 'Otto',
          email: 'otto@example.com',
          password: 'Otto sings at night',
          [field]: value,
        }),
      ] as const,
  ),
  ...['name', 'image', 'username', 'displayUsername'].map(
    (field) => ['/update-user', (value: unknown) => ({ [field]: value })] as const,
  ),
  ...['name', 'slug', 'logo', 'metadata'].map(
    (field) =>
      ['/organization/create', (value: unknown) => ({ name: 'Label', slug: 'label', [field]: value })] as const,
  ),
  ...['name', 'slug', 'logo', 'metadata'].map(
    (field) => ['/organization/update', (value: unknown) => ({ data: { [field]: value } })] as const,
  ),
  ['/organization/create-team', (value) => ({ name: value })],
  ['/organization/invite-member', (value) => ({ email: value, role: 'member' })],
  ['/organization/invite-member', (value) => ({ email: 'x@example.com', role: value })],
  ['/organization/set-active', (organizationId) => ({ organizationId })],
  ['/organization/check-slug', (slug) => ({ slug })],
  ['/organization/accept-invitation', (invitationId) => ({ invitationId })],
  ['/organization/has-permission', (permissions) => ({ permissions })],
  ['/sign-in/email', (value) => ({ email: value, password: value })],
  ['/sign-in/username', (username) => ({ username, password: 'long enough' })],
  ['/sign-in/magic-link', (email) => ({ email })],
  ['/sign-in/social', (value) => ({ provider: value, idToken: { token: value } })],
  ['/forget-password', (value) => ({ email: value, redirectTo: value })],
  ['/reset-password', (token) => ({ newPassword: 'long enough', token })],
  ['/change-email', (newEmail) => ({ newEmail })],
  ['/change-password', (value) => ({ newPassword: value, currentPassword: value })],
  ['/revoke-session', (token) => ({ token })],
  ['/unlink-account', (value) => ({ providerId: value, accountId: value })],
  ['/delete-user', (value) => ({ password: 'wrong one', token: value })],
]

describe.each(hostile)('%s', (_, value) => {
  test.each(asked)('sent to %s is answered and never a bug', async (path, body) => {
    const answer = await nora.post(path, body(value))
    expect(answer.status).toBeLessThan(500)
  })
})

describe('a name', () => {
  test.each([
    ['a control character', 'No\u0000ra'],
    ['text turned round', 'Nora\u202egnp'],
    ['nothing to see', '\u200b\u2060'],
  ])('with %s is refused wherever one is given', async (_, name) => {
    const tries = [
      nora.post('/update-user', { name }),
      rig.browser().post('/sign-up/email', { name, email: 'otto@example.com', password: 'Otto sings at night' }),
      nora.post('/organization/create', { name, slug: 'x' }),
      nora.post('/organization/update', { data: { name } }),
      nora.post('/organization/create-team', { name }),
    ]
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  test.each(['נורה', 'Ñora O’Neill-Žižek', '声 🎚️', 'نورا'])('in any script is one: %s', async (name) =>
    expect((await nora.post('/update-user', { name })).status).toBe(200),
  )
})

test.each([
  '/verify-email?token=',
  '/magic-link/verify?token=',
  '/magic-link/open?token=',
  '/undo-email-change?token=',
  '/reset-password/x?callbackURL=',
  '/organization/get-invitation?id=',
  '/organization/get-full-organization?organizationId=',
  '/callback/google?state=',
  '/delete-user/callback?token=',
  '/organization/list-members?organizationId=',
  '/error?error=',
])('a NUL in %s is refused', async (path) => {
  expect((await nora.get(`${path}a%00b`)).status).toBe(400)
})
