import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Browser } from '#testing/auth-rig.ts'
import { pushBrowser, pushService, vapidClaims, vapidSettings } from '#testing/push-service.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { isPushAddress } from './push-devices.queries.ts'
import { aVersion } from '#testing/row-builders.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const vapid = vapidSettings()

let world: World
let service: Awaited<ReturnType<typeof pushService>>
/** Noon in London. */
beforeEach(async () => {
  service = await pushService()
  world = await openWorld({
    LOG_LEVEL: 'silent',
    BASE_URL: 'https://mix.example.com',
    PUSH_PRIVATE_ADDRESSES: 'on',
    ...vapid,
  })
  world.here['trackId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  const { projectId = '', trackId = '' } = world.here
  world.here['versionId'] = `${projectId.slice(0, 8)}-v1`
  await aVersion(world, { id: world.here['versionId'], project_id: projectId, track_id: trackId, storage_key: 'kiln' })
  for (const person of ['olga', 'ed', 'lin'] as const) await set(person, { timeZone: 'Europe/London' })
})
afterEach(async () => {
  await world.close()
  await service.close()
})

const db = () => world.services.database.db
const set = (as: PersonName, body: object) => world.as(as, 'PATCH /api/inbox/settings', { body })
const wait = async (milliseconds: number): Promise<void> => {
  world.pass(milliseconds)
  // A push is work that other work leaves behind.
  await world.work()
  await world.work()
}
const write = async (body: string): Promise<string> => {
  const { body: note } = await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    body: { versionId: world.here['versionId'], fromSeconds: 12.5, toSeconds: null, body },
  })
  await world.work()
  return note.id
}
/** A browser in which somebody is signed in and has switched push on. */
async function device(of: PersonName, name = `${of}-phone`, address = `${service.origin}/${name}`) {
  const [now, later] = [dated(world.services.now()), dated(world.services.now() + 7 * 24 * HOUR)]
  const browser = pushBrowser(address)
  await db()
    .insertInto('session')
    .values({
      id: name,
      token: `token of ${name}`,
      userId: of,
      createdAt: now,
      updatedAt: now,
      expiresAt: later,
      ipAddress: null,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      activeOrganizationId: null,
      activeTeamId: null,
    })
    .execute()
  await db()
    .insertInto('push_devices')
    .values({
      id: `${name}-device`,
      user_id: of,
      session_id: name,
      endpoint: browser.address.endpoint,
      p256dh: browser.address.keys.p256dh,
      auth: browser.address.keys.auth,
      created_at: world.services.now(),
      last_used_at: null,
      failed_at: null,
      tested_at: null,
    })
    .execute()
  return {
    ...browser,
    id: `${name}-device`,
    heard: () => service.received.filter(({ path }) => path === `/${name}`).map(({ body }) => browser.read(body)),
  }
}
/** As Better Auth writes dates on this engine. */
const dated = (at: number) => (world.services.database.engine === 'sqlite' ? new Date(at).toISOString() : new Date(at))
const ago = () => dated(world.services.now() - HOUR)
const devicesOf = async (as: PersonName) => (await world.as(as, 'GET /api/push')).body.items

describe('a push', () => {
  test('says what the inbox says, to that browser alone, signed by this server', async () => {
    const phone = await device('olga')
    const noteId = await write('@Olga ride the vocal')
    expect(phone.heard()).toEqual([])
    await wait(10 * SECOND)
    const { projectId, trackId, versionId } = world.here
    expect(phone.heard()).toEqual([
      {
        title: 'Cora mentioned you on Kiln v1',
        body: 'Low Tide: @Olga ride the vocal',
        path: `/?projectId=${projectId}&trackId=${trackId}&versionId=${versionId}&t=12.5&note=${noteId}`,
        tag: expect.any(String),
      },
    ])
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = service.received
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'normal' })
    expect(vapidClaims(headers.authorization)).toMatchObject({
      aud: service.origin,
      sub: vapid.VAPID_SUBJECT,
      key: vapid.VAPID_PUBLIC_KEY,
    })
    expect(body.toString('latin1')).not.toContain('vocal')
    expect(await devicesOf('olga')).toMatchObject([{ lastUsedAt: world.services.now(), failedAt: null }])
    await wait(HOUR)
    expect(service.received).toHaveLength(1)
  })

  test('reaches each of one’s devices, and nobody else’s', async () => {
    const [phone, laptop, lins] = [await device('olga'), await device('olga', 'laptop'), await device('lin')]
    await write('@Olga')
    await wait(10 * SECOND)
    expect([phone.heard().length, laptop.heard().length, lins.heard().length]).toEqual([1, 1, 0])
  })

  test('is one for many that came at once', async () => {
    const phone = await device('olga')
    for (const words of ['one', 'two', 'three', 'four']) await write(`@Olga ${words}`)
    await wait(10 * SECOND)
    expect(phone.heard()).toEqual([{ title: '4 new on Roughmix', body: 'Low Tide', path: '/inbox', tag: 'many' }])
  })

  test('fits what push services take, however long the words', async () => {
    await device('olga')
    await write(`@Olga ${'窯🎧'.repeat(300)}`)
    await wait(10 * SECOND)
    expect(service.received[0]?.body.length).toBeLessThan(4096)
  })

  test('comes where nothing else does, and not where it is switched off', async () => {
    const phone = await device('olga')
    await set('olga', { channels: { mention: { inApp: false, mail: 'off' } } })
    await write('@Olga')
    await wait(10 * SECOND)
    expect(phone.heard()).toHaveLength(1)
    expect((await world.as('olga', 'GET /api/inbox')).body.items).toEqual([])
    await set('olga', { channels: { mention: { push: false } } })
    expect((await world.as('olga', 'GET /api/inbox/settings')).body).toMatchObject({
      sendsPush: true,
      channels: { mention: { inApp: false, mail: 'off', push: false } },
    })
    await write('@Olga again')
    await wait(10 * SECOND)
    expect(phone.heard()).toHaveLength(1)
  })

  test.each([
    ['who has read it', async () => world.as('lin', 'POST /api/inbox/read-all', { body: {} })],
    [
      'who has left the project',
      () => world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } }),
    ],
    ['who has muted it', () => world.as('lin', 'PUT /api/projects/:projectId/mute', { body: { level: 'all' } })],
    [
      'who wants it in the inbox alone',
      () => world.as('lin', 'PUT /api/projects/:projectId/mute', { body: { level: 'mail' } }),
    ],
    ['who has switched it off', () => set('lin', { channels: { mention: { push: false } } })],
    [
      'whose account is disabled',
      () => world.as('olga', 'POST /api/admin/users/:userId/disable', { params: { userId: 'lin' } }),
    ],
    ['whose session has ended', () => db().deleteFrom('session').where('id', '=', 'lin-phone').execute()],
    [
      'whose session has run out',
      () => db().updateTable('session').set({ expiresAt: ago() }).where('id', '=', 'lin-phone').execute(),
    ],
    ['whose note is gone', () => db().updateTable('notes').set({ deleted_at: 1 }).execute()],
  ])('does not reach %s meanwhile', async (_, meanwhile) => {
    const phone = await device('lin')
    await write('@Lin')
    await meanwhile()
    await wait(10 * SECOND)
    expect(phone.heard()).toEqual([])
  })

  test('does not come about a project that was muted before', async () => {
    const phone = await device('lin')
    await world.as('lin', 'PUT /api/projects/:projectId/mute', { body: { level: 'mail' } })
    await write('@Lin')
    await wait(10 * SECOND)
    expect([phone.heard(), (await world.as('lin', 'GET /api/inbox/count')).body.unread]).toEqual([[], 1])
  })

  test('waits until quiet hours are over, those too that were chosen after it was written', async () => {
    const [phone, lins] = [await device('olga'), await device('lin')]
    await set('olga', { quiet: { from: 12 * 60, to: 14 * 60 } })
    await write('@Olga and @Lin')
    await set('lin', { quiet: { from: 12 * 60, to: 14 * 60 } })
    await wait(119 * MINUTE)
    expect([phone.heard(), lins.heard()]).toEqual([[], []])
    await wait(MINUTE)
    expect([phone.heard().length, lins.heard().length]).toEqual([1, 1])
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %d ends it for that browser', async (status) => {
    await device('olga')
    service.answers(status)
    await write('@Olga')
    await wait(10 * SECOND)
    expect([service.received.length, await devicesOf('olga')]).toEqual([1, []])
  })

  test.each([429, 503])('that answers %d is asked again, ever more slowly, and given up in the end', async (status) => {
    const phone = await device('olga')
    service.answers(status)
    await write('@Olga')
    await wait(10 * SECOND)
    expect(service.received).toHaveLength(1)
    for (const seconds of [1, 4, 16, 64, 256, 600, 600]) await wait(seconds * SECOND)
    expect(service.received).toHaveLength(8)
    expect(await devicesOf('olga')).toMatchObject([{ failedAt: world.services.now(), lastUsedAt: null }])
    await wait(HOUR)
    expect([
      service.received.length,
      await db().selectFrom('jobs').select('id').where('state', '=', 'dead').execute(),
    ]).toEqual([8, []])
    service.answers(201)
    await write('@Olga again')
    await wait(10 * SECOND)
    expect(phone.heard().at(-1)?.body).toBe('Low Tide: @Olga again')
    expect(await devicesOf('olga')).toMatchObject([{ failedAt: null }])
  })

  test('that was busy gets it once it is not, unless it has been read by then', async () => {
    const phone = await device('olga')
    service.answers(503)
    await write('@Olga')
    await wait(10 * SECOND)
    service.answers(201)
    await wait(SECOND)
    expect(phone.heard()).toHaveLength(2)
    service.answers(503)
    await write('@Olga, this too')
    await wait(10 * SECOND)
    await world.as('olga', 'POST /api/inbox/read-all', { body: {} })
    await wait(10 * SECOND)
    expect(phone.heard()).toHaveLength(3)
  })

  test('that refuses is not asked again', async () => {
    await device('olga')
    service.answers(403)
    await write('@Olga')
    await wait(10 * SECOND)
    await wait(HOUR)
    expect([service.received.length, await devicesOf('olga')]).toMatchObject([1, [{ failedAt: expect.any(Number) }]])
  })

  test('is called only by https and on the internet, unless the admin says otherwise', () => {
    const closed = readConfig(vapid)
    const open = readConfig({ PUSH_PRIVATE_ADDRESSES: 'on', ...vapid })
    for (const address of [
      'http://push.example.com/1',
      'https://127.0.0.1/1',
      'https://[::1]/1',
      'https://169.254.169.254/latest',
      'https://10.0.0.7/1',
      'https://localhost/1',
      'https://metadata.internal/1',
      'https://ann:secret@push.example.com/1',
      'ftp://push.example.com/1',
    ])
      expect([address, isPushAddress(address, closed)]).toEqual([address, false])
    expect([
      isPushAddress('https://push.example.com/1', closed),
      isPushAddress('http://10.0.0.7/1', open),
      isPushAddress('ftp://10.0.0.7/1', open),
    ]).toEqual([true, true, false])
  })
})

test('a server that may not call its own network sends nothing there, whatever a row says', async () => {
  const careful = await openWorld({ LOG_LEVEL: 'silent', ...vapid })
  const [before, now] = [world, careful]
  try {
    world = now
    await device('olga', 'phone', `${service.origin}/phone`)
    await world.as('olga', 'POST /api/push/devices/:deviceId/test', { params: { deviceId: 'phone-device' } })
    await wait(SECOND)
    expect([service.received, await devicesOf('olga')]).toMatchObject([[], [{ failedAt: expect.any(Number) }]])
  } finally {
    world = before
    await careful.close()
  }
})

describe('a browser', () => {
  const origin = { origin: 'https://mix.example.com' }
  const signedIn = async (name: string): Promise<Browser> => {
    const browser = new Browser(world, { headers: origin })
    await browser.signUp(name)
    return browser
  }
  const ask = (browser: Browser, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    browser.send(
      method,
      `/api/push${path}`,
      { ...origin, ...(body && { 'content-type': 'application/json' }) },
      body && JSON.stringify(body),
    )
  const on = (browser: Browser, name: string) =>
    ask(browser, 'PUT', '/device', pushBrowser(`${service.origin}/${name}`).address)
  const listed = async (browser: Browser) => (await ask(browser, 'GET', '')).body

  test('is switched on, listed as the one that asks, tested and removed', async () => {
    const paula = await signedIn('Paula')
    expect(await listed(paula)).toEqual({ publicKey: vapid.VAPID_PUBLIC_KEY, items: [], nextCursor: null })
    const { body: kept } = await on(paula, 'paula')
    expect((await listed(paula)).items).toEqual([
      {
        id: kept.id,
        userAgent: expect.any(String),
        current: true,
        createdAt: world.services.now(),
        lastUsedAt: null,
        failedAt: null,
      },
    ])
    expect(JSON.stringify(await listed(paula))).not.toContain(service.origin)
    for (let press = 0; press < 3; press++)
      expect((await ask(paula, 'POST', `/devices/${kept.id}/test`)).status).toBe(200)
    await wait(0)
    expect(service.received.map(({ path }) => path)).toEqual(['/paula'])
    expect((await ask(paula, 'DELETE', `/devices/${kept.id}`)).status).toBe(200)
    expect((await listed(paula)).items).toEqual([])
    expect((await ask(paula, 'DELETE', `/devices/${kept.id}`)).status).toBe(404)
  })

  test('has one address, the last it said, and one person, the last who signed in', async () => {
    const paula = await signedIn('Paula')
    const first = await on(paula, 'first')
    const second = await on(paula, 'second')
    expect([first.body.id, (await listed(paula)).items.length]).toEqual([second.body.id, 1])
    const rae = await signedIn('Rae')
    await on(rae, 'second')
    expect([(await listed(paula)).items.length, (await listed(rae)).items.length]).toEqual([0, 1])
  })

  test('of somebody else is neither tested nor removed, nor seen', async () => {
    const paula = await signedIn('Paula')
    const { body: kept } = await on(paula, 'paula')
    expect(
      (await world.as('stan', 'DELETE /api/push/devices/:deviceId', { params: { deviceId: kept.id } })).status,
    ).toBe(404)
    expect(
      (await world.as('stan', 'POST /api/push/devices/:deviceId/test', { params: { deviceId: kept.id } })).status,
    ).toBe(404)
    expect([await devicesOf('stan'), (await listed(paula)).items.length]).toEqual([[], 1])
  })

  test('hears nothing more once its person has signed out', async () => {
    const paula = await signedIn('Paula')
    await on(paula, 'paula')
    await paula.post('/sign-out')
    expect(await db().selectFrom('push_devices').selectAll().execute()).toEqual([])
  })

  test('hears nothing more once its session was ended from another', async () => {
    const phone = await signedIn('Paula')
    await on(phone, 'phone')
    const laptop = new Browser(world, { headers: origin })
    await laptop.signIn('Paula')
    await laptop.post('/revoke-other-sessions')
    expect((await listed(laptop)).items).toEqual([])
  })

  test.each([
    ['no address', { endpoint: 'here' }],
    ['no keys', { endpoint: 'https://push.example.com/1', keys: { p256dh: 'x', auth: 'y' } }],
  ])('that says %s is refused', async (_, body) => {
    expect((await ask(await signedIn('Paula'), 'PUT', '/device', body)).status).toBe(400)
  })
})

test('a server without keys offers no push, and makes none', async () => {
  const plain = await openWorld({ LOG_LEVEL: 'silent' })
  try {
    const browser = new Browser(plain)
    await browser.signUp('Paula')
    const answer = await browser.send(
      'PUT',
      '/api/push/device',
      { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      JSON.stringify(pushBrowser('https://push.example.com/1').address),
    )
    expect([
      answer.status,
      answer.body.code,
      (await plain.as('olga', 'GET /api/push')).body.publicKey,
      (await plain.as('olga', 'GET /api/inbox/settings')).body.sendsPush,
    ]).toEqual([409, 'push.off', null, false])
  } finally {
    await plain.close()
  }
})

test.each([
  [
    'half a pair',
    { VAPID_PUBLIC_KEY: vapid.VAPID_PUBLIC_KEY },
    'VAPID_PUBLIC_KEY: needs VAPID_PRIVATE_KEY and VAPID_SUBJECT as well',
  ],
  ['nobody to reach', { ...vapid, VAPID_SUBJECT: '' }, 'VAPID_PUBLIC_KEY: needs VAPID_SUBJECT as well'],
  [
    'keys of two pairs',
    { ...vapid, VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url') },
    'VAPID_PRIVATE_KEY: belongs to another VAPID_PUBLIC_KEY',
  ],
  [
    'no key at all',
    { ...vapid, VAPID_PRIVATE_KEY: 'secret' },
    'VAPID_PRIVATE_KEY: is none that `npm run -s admin -- push-keys` prints',
  ],
  ['no subject', { ...vapid, VAPID_SUBJECT: 'admin' }, 'VAPID_SUBJECT: must start with mailto: or https://'],
])('a server with %s does not start, and says why', (_, settings, words) => {
  expect(() => readConfig(settings)).toThrow(words)
})
