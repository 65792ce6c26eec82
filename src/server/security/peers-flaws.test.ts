import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authSecret } from '#server/auth/mail/secret.ts'
import { newId } from '#server/ids.ts'
import { openRig, passwordOf, type Rig } from '#testing/auth-rig.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { openWorld, type World } from '#testing/world.ts'

/** Flaws that others of our kind had. Those with a test elsewhere are listed in docs/security/peers.md. */
let world: World
let rig: Rig
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
  rig = await openRig({ LOG_LEVEL: 'silent' })
  await rig.person('Nora')
})
afterAll(() => Promise.all([world.close(), rig.close()]))

describe('Better Auth', () => {
  test('CVE-2025-61928: a userId in the body makes no token for somebody else, with a session or without', async () => {
    const body = { name: 'Mine', scopes: ['read'], userId: 'olga', user_id: 'olga' }
    expect((await world.as('visitor', 'POST /api/users/me/tokens', { body })).status).toBe(401)
    const { token } = (await world.as('ed', 'POST /api/users/me/tokens', { body })).body
    expect(
      (await world.as('visitor', 'GET /api/users/me', { headers: { authorization: `Bearer ${token}` } })).body.id,
    ).toBe('ed')
  })

  test('GHSA-fmh4-wcc4-5jm3: whoever registers the invited address unverified is not told how to accept', async () => {
    const owner = await rig.person('Owen')
    await owner.post('/organization/create', { name: 'Label', slug: 'label' })
    const { id } = (await owner.post('/organization/invite-member', { email: 'victim@example.com', role: 'owner' }))
      .body
    const squatter = rig.browser()
    expect(
      (
        await squatter.post('/sign-up/email', {
          name: 'Squatter',
          email: 'victim@example.com',
          password: 'Squatter sings at night',
        })
      ).status,
    ).toBe(200)
    const seen = [
      await squatter.get('/organization/list-user-invitations'),
      await squatter.get('/organization/list-invitations'),
      await squatter.get('/organization/list'),
    ]
    expect(seen.map(({ text }) => text.includes(id))).toEqual([false, false, false])
  })

  test('GHSA-fmh4-wcc4-5jm3: a member who takes on the invited address is not told how to accept either', async () => {
    const [olivia, mallory] = [await rig.person('Olivia'), await rig.person('Mallory')]
    const organizationId = (await olivia.post('/organization/create', { name: 'Imprint', slug: 'imprint' })).body.id
    await mallory.post('/organization/accept-invitation', {
      invitationId: (
        await olivia.post('/organization/invite-member', {
          organizationId,
          email: 'mallory@example.com',
          role: 'member',
        })
      ).body.id,
    })
    const { id } = (
      await olivia.post('/organization/invite-member', { organizationId, email: 'partner@example.com', role: 'owner' })
    ).body
    await mallory.post('/change-email', { newEmail: 'partner@example.com' })
    expect((await mallory.session('?disableCookieCache=true')).user).toMatchObject({
      email: 'partner@example.com',
      emailVerified: false,
    })
    const told = async () =>
      (await mallory.get(`/organization/list-invitations?organizationId=${organizationId}`)).text.includes(id)
    expect(await told()).toBe(false)
    await mallory.open(await rig.link('partner@example.com', /Verify/))
    expect(await told(), 'once the mailbox has spoken').toBe(true)
  })

  test('CVE-2024-56734, CVE-2025-27143, CVE-2025-53535: no way of writing an address leads out', async () => {
    for (const target of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%5cevil.example',
      '/\t/evil.example',
      'http:/evil.example',
      'http://localhost:3000@evil.example',
      'https://localhost:3000.evil.example',
      'http://localhost:3000\\@evil.example',
      '\u0000//evil.example',
      '/%0d%0alocation:%20https://evil.example',
    ]) {
      for (const path of [
        '/verify-email?token=x&callbackURL=',
        '/magic-link/verify?token=x&errorCallbackURL=',
        '/reset-password/x?callbackURL=',
        '/delete-user/callback?token=x&callbackURL=',
      ]) {
        const answer = await rig.browser().get(path + encodeURIComponent(target))
        expect([path, target, new URL(answer.location ?? '/', 'http://localhost:3000').host]).toEqual([
          path,
          target,
          'localhost:3000',
        ])
        expect(answer.location ?? '').not.toMatch(/[\r\n]/)
      }
    }
  })

  test('#9973, #10368: without any cookie another website signs nobody in and has no link sent', async () => {
    const evil = { origin: 'https://evil.example' }
    for (const path of ['/sign-in/email', '/sign-in/magic-link', '/forget-password', '/sign-up/email']) {
      const answer = await rig
        .browser({ headers: evil })
        .post(path, { name: 'x', email: 'nora@example.com', password: passwordOf('Nora') })
      expect([path, answer.status, answer.cookies]).toEqual([path, 403, []])
    }
    const form = await rig
      .browser({ headers: {} })
      .send(
        'POST',
        '/api/auth/sign-in/email',
        { ...evil, 'content-type': 'application/x-www-form-urlencoded' },
        `email=nora%40example.com&password=${encodeURIComponent(passwordOf('Nora'))}`,
      )
    expect([form.status, form.cookies]).toEqual([
      expect.toSatisfy((status: number) => status === 403 || status === 415),
      [],
    ])
  })
})

test('Auth.js GHSA-7rqj-j65f-68wh: an address that normalises to another, or to two, is no address', async () => {
  await rig.emptyMail()
  for (const email of [
    'nora@example.com,evil@evil.example',
    'nora@example.com evil@evil.example',
    'evil@evil.example＠example.com',
    'nora＠example.com',
    '"evil@evil.example"@example.com>',
    'nora@example.com\r\nbcc: evil@evil.example',
    'ⓝora@example.com',
    'nora@ⓔxample.com',
  ]) {
    for (const path of ['/sign-in/magic-link', '/forget-password'])
      expect([email, (await rig.browser().post(path, { email })).status]).toEqual([email, 400])
  }
  await rig.settle()
  expect(await rig.mailsTo('nora@example.com')).toEqual([])
})

test('Immich CVE-2026-25118: the password of a link is not taken from its address', async () => {
  const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
  const { body } = await world.as('olga', 'POST /api/projects/:projectId/shares', {
    body: { what: { kind: 'project', latestOnly: false }, may, password: 'seaglass' },
  })
  const token = body.items[0].url.split('/s/')[1]
  expect(body.items[0].url).not.toContain('seaglass')
  expect(
    (
      await world.as('visitor', 'POST /api/share/:token', {
        params: { token },
        query: { password: 'seaglass' },
        body: {},
      })
    ).body.state,
  ).toBe('password')
  expect((await new GuestBrowser(world).open(body.items[0].url, 'seaglass')).body.state).toBe('open')
})

test('Immich #28154: signing in says the same of somebody unknown as of a wrong password, by either name', async () => {
  const said = async (path: string, body: object) => {
    const { status, body: answer } = await rig.browser().post(path, { password: 'not the one', ...body })
    return { status, answer }
  }
  expect(await said('/sign-in/email', { email: 'nora@example.com' })).toEqual(
    await said('/sign-in/email', { email: 'nobody@example.com' }),
  )
  expect(await said('/sign-in/username', { username: 'nobody' })).toMatchObject({ status: 401 })
})

test('Nextcloud CVE-2026-45285: an owner sees and revokes every link, whoever made it', async () => {
  const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
  const made = (
    await world.as('ed', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: false }, may },
    })
  ).body.items[0]
  expect(
    (await world.as('olga', 'GET /api/projects/:projectId/shares')).body.items.map(({ id }: { id: string }) => id),
  ).toContain(made.id)
  expect(
    (await world.as('olga', 'DELETE /api/projects/:projectId/shares/:shareId', { params: { shareId: made.id } }))
      .status,
  ).toBe(200)
  expect((await new GuestBrowser(world).open(made.url)).body.state).toBe('gone')
})

test('Navidrome CVE-2023-51442: no two servers sign with one secret', () => {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'roughmix-secret-')))
  const secrets = folders.map((folder) => authSecret(undefined, folder))
  for (const folder of folders) rmSync(folder, { recursive: true })
  expect(new Set(secrets).size).toBe(2)
  expect(secrets.every((secret) => Buffer.from(secret, 'base64url').length === 32)).toBe(true)
})

test('gonic GHSA-hmgp-w9jm-vp95: ids are 130 random bits, and follow from nothing', () => {
  const ids = Array.from({ length: 2000 }, newId)
  expect(new Set(ids).size).toBe(2000)
  // Each place takes each of 32 signs: none of them counts or tells the time.
  for (let place = 0; place < 26; place++) expect(new Set(ids.map((id) => id[place])).size).toBe(32)
})

test('Jellyfin CVE-2026-35031, CVE-2023-49096: what a file is called leads nowhere and is no argument', async () => {
  const { body: track } = await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  for (const fileName of [
    '../../../../etc/cron.d/x',
    '..\\..\\x.wav',
    '/etc/passwd',
    '-i /etc/passwd',
    'concat:a|b.wav',
    '.htaccess',
    'a\u202ewav.exe',
    '%2e%2e%2fx.wav',
  ]) {
    const sent = await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/attachments', {
      params: { trackId: track.id },
      query: { fileName },
      body: Buffer.from('x'),
      headers: { 'content-type': 'application/offset+octet-stream' },
    })
    expect([fileName, sent.status]).toEqual([fileName, 200])
  }
  const keys = (await Array.fromAsync(world.services.storage.list(''))).map(({ key }) => key)
  expect(keys).toHaveLength(8)
  for (const key of keys)
    expect(key).toMatch(
      new RegExp(`^attachments/${world.here['projectId']}/[a-z2-7]{26}/[^/\\\\.\\u0000][^/\\\\\\u0000]*$`),
    )
})

test('onlook CVE-2025-63784: a forwarded host is nobody’s word, in mails and redirects', async () => {
  await rig.emptyMail()
  const lying = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-original-host': 'evil.example',
    forwarded: 'host=evil.example',
  }
  await rig.browser().post('/forget-password', { email: 'nora@example.com' }, lying)
  expect(await rig.link('nora@example.com', /new password/)).toMatch(/^http:\/\/localhost:3000\//)
  const page = await rig.browser().get('/verify-email?token=x&callbackURL=/login', lying)
  expect(page.location ?? '').not.toContain('evil')
})
