import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StreamName } from '#shared/events.ts'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { noGuests } from '#testing/no-guests.ts'
import { openWorld, type World } from '#testing/world.ts'
import { serveLive } from './live-socket.ts'

/**
 * The bar: whoever lost the right to listen has lost the stream by then. Met in one of four tries: others may use the
 * machine as well.
 */
const LOST_MS = 2000
const bar = { retry: 3 }

let world: World
let url = ''
const clients: LiveClientRig[] = []
beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const client of clients) client.drop()
  await world.close()
})

async function listen(headers: Readonly<Record<string, string>>): Promise<LiveClientRig> {
  const client = await LiveClientRig.open(url, headers)
  clients.push(client)
  return client
}
const as = (person: string, more: Readonly<Record<string, string>> = {}) => listen({ 'x-test-person': person, ...more })
const here = (): StreamName => `project:${world.here['projectId'] ?? ''}`
const addTask = (title: string) => world.as('ed', 'POST /api/projects/:projectId/tasks', { body: { title } })
async function following(person: string, stream: StreamName): Promise<LiveClientRig> {
  const client = await as(person)
  client.follow(stream, null)
  await client.until('following')
  return client
}
const startedAt = () => {
  const at = performance.now()
  return () => performance.now() - at
}

describe('a member', () => {
  test('hears what others do, once and in order', async () => {
    const client = await following('lin', here())
    const { seq } = await client.until('following')
    for (const title of ['Tune the snare', 'Mute the bus', 'Lift the voice']) await addTask(title)
    await client.until('event', ({ event }) => event.seq === seq + 3)
    expect(client.events(here()).map(({ seq: at, kind, actorId }) => [at - seq, kind, actorId])).toEqual([
      [1, 'task.added', 'ed'],
      [2, 'task.added', 'ed'],
      [3, 'task.added', 'ed'],
    ])
  })

  test('hears every event exactly once over twenty broken connections', async () => {
    const { seq: from } = await (await following('lin', here())).until('following')
    let cursor = from
    const heard: number[] = []
    let written = 0
    const writing = Promise.all(
      ['ed', 'cora', 'olga'].map(async (person) => {
        for (let n = 0; n < 40; n++) {
          await world.as(person as 'ed', 'POST /api/projects/:projectId/tasks', { body: { title: `${person} ${n}` } })
          written++
        }
      }),
    )
    for (let connection = 0; connection < 20 || cursor < from + 120; connection++) {
      const client = await as('lin')
      client.follow(here(), cursor)
      if (written < 120 || cursor < from + 120) await client.until('event', ({ event }) => event.seq > cursor)
      client.drop()
      await client.closed
      heard.push(...client.events(here()).map(({ seq }) => seq))
      cursor = heard.at(-1) ?? cursor
      if (connection >= 20 && cursor >= from + 120) break
    }
    await writing
    expect(heard).toEqual(Array.from({ length: 120 }, (_, i) => from + 1 + i))
  })

  test('that fell out of reach is told to read everything again', async () => {
    const { db } = world.services.database
    await db
      .insertInto('streams')
      .values({ id: 'user:ed', seq: 10_001 })
      .onConflict((c) => c.column('id').doNothing())
      .execute()
    const past = await as('ed')
    past.follow('user:ed', 0)
    expect(await past.until('reset')).toMatchObject({ stream: 'user:ed', seq: 10_001 })
    const future = await as('ed')
    future.follow('user:ed', 10_002)
    expect(await future.until('reset')).toMatchObject({ seq: 10_001 })
  })

  test('does not hear a stream any more that they left', async () => {
    const client = await following('lin', here())
    client.send({ type: 'unfollow', stream: here() })
    client.send({ type: 'ping' })
    await client.until('pong')
    const other = await following('cora', here())
    await addTask('Unheard')
    await other.until('event')
    client.send({ type: 'ping' })
    expect(client.events(here())).toEqual([])
  })
})

describe('who may not listen', () => {
  test('a stranger is told the same of a project as of one that is not there', async () => {
    const client = await as('stan')
    client.follow(here(), null)
    client.follow('project:nowhere', 0)
    client.follow('user:olga', null)
    await client.until('lost', ({ stream }) => stream === 'user:olga')
    expect(client.heard).toEqual([here(), 'project:nowhere', 'user:olga'].map((stream) => ({ type: 'lost', stream })))
  })

  test('a visitor is sent away', async () => expect(await (await listen({})).closed).toBe(4401))

  test('a page of another website is refused before there is a connection, our own is not', async () => {
    for (const origin of ['https://evil.example', 'null', '', `${url}.evil.example`])
      await expect(as('lin', { origin })).rejects.toThrow('Unexpected server response: 403')
    await expect(as('lin', { 'sec-fetch-site': 'cross-site' })).rejects.toThrow('Unexpected server response: 403')
    const own = await as('lin', { origin: url })
    own.send({ type: 'ping' })
    expect(await own.until('pong')).toEqual({ type: 'pong' })
  })

  test('a removed member loses the project at once', bar, async () => {
    const client = await following('cora', here())
    const passed = startedAt()
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'cora' } })
    await client.until('lost')
    const tookMs = passed()
    await addTask('Without Cora')
    client.send({ type: 'ping' })
    await client.until('pong')
    await world.as('olga', 'POST /api/projects/:projectId/members/:userId/restore', { params: { userId: 'cora' } })
    expect(client.events(here()).filter(({ kind }) => kind === 'task.added')).toEqual([])
    expect(tookMs).toBeLessThan(LOST_MS)
  })

  test('rights that went without a word are missed within two seconds', bar, async () => {
    const client = await following('lin', here())
    const passed = startedAt()
    await world.services.database.db
      .updateTable('memberships')
      .set({ removed_at: 1 })
      .where('user_id', '=', 'lin')
      .execute()
    await client.until('lost')
    const tookMs = passed()
    await world.services.database.db
      .updateTable('memberships')
      .set({ removed_at: null })
      .where('user_id', '=', 'lin')
      .execute()
    expect(tookMs).toBeLessThan(LOST_MS)
  })
})

describe('a session', () => {
  let people = 0
  async function signUp(name: string): Promise<{ cookie: string; id: string; email: string }> {
    const email = `${name}-${++people}@live.example`
    const answer = await world.server.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { name, email, password: 'correct horse' },
    })
    return {
      cookie: answer.cookies.map((one) => `${one.name}=${one.value}`).join('; '),
      id: answer.json<{ user: { id: string } }>().user.id,
      email,
    }
  }

  test('that signs out takes its connection along within two seconds', bar, async () => {
    const { cookie, id } = await signUp('mara')
    const client = await listen({ cookie })
    client.follow(`user:${id}`, null)
    await client.until('following')
    const passed = startedAt()
    expect(
      (await world.server.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie } })).statusCode,
    ).toBe(200)
    expect(await client.closed).toBe(4401)
    expect(passed()).toBeLessThan(LOST_MS)
  })

  test('that is revoked from another device loses its connection, the other does not', bar, async () => {
    const { cookie, id, email } = await signUp('nils')
    const again = await world.server.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password: 'correct horse' },
    })
    const other = again.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
    const lost = await listen({ cookie })
    const kept = await listen({ cookie: other })
    kept.follow(`user:${id}`, null)
    const passed = startedAt()
    expect(
      (
        await world.server.inject({
          method: 'POST',
          url: '/api/auth/revoke-other-sessions',
          headers: { cookie: other },
        })
      ).statusCode,
    ).toBe(200)
    expect(await lost.closed).toBe(4401)
    expect(passed()).toBeLessThan(LOST_MS)
    kept.send({ type: 'ping' })
    await kept.until('pong')
  })
})

describe('nonsense', () => {
  test.each([
    'hello',
    '{}',
    '{"type":"follow","stream":"organization:1","cursor":0}',
    '{"type":"follow","stream":"project:a","cursor":-1}',
    '['.repeat(10_000),
  ])('%.40s ends the connection', async (text) => {
    const client = await as('lin')
    client.send(text)
    expect(await client.closed).toBe(4400)
  })

  test('of more than 16 KiB is not even read', async () => {
    const client = await as('lin')
    client.send('x'.repeat(17 * 1024))
    expect(await client.closed).toBe(1009)
  })
})

describe('a flood', () => {
  test('of requests ends the connection, and nobody else notices', async () => {
    const listener = await following('lin', here())
    const flooder = await as('ed')
    for (let i = 0; i < 20_000; i++) flooder.follow(here(), null)
    expect(await flooder.closed).toBe(4429)
    const { body } = await addTask('Heard all the same')
    expect((await listener.until('event', ({ event }) => event.refs['taskId'] === body.id)).event.kind).toBe(
      'task.added',
    )
  })

  test('of news reaches everybody once and in order', async () => {
    const listener = await following('lin', here())
    const from = (await listener.until('following')).seq
    await Promise.all(Array.from({ length: 60 }, (_, i) => addTask(`Cue ${i}`)))
    await listener.until('event', ({ event }) => event.seq === from + 60)
    expect(listener.events(here()).map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, i) => from + 1 + i))
  })
})

test('a connection that goes before its session is found leaves nothing behind', async () => {
  let admit: () => void = () => undefined
  const admitted = new Promise<void>((resolve) => (admit = resolve))
  let asked: () => void = () => undefined
  const asking = new Promise<void>((resolve) => (asked = resolve))
  let listeners = 0
  const bus: World['services']['bus'] = {
    ...world.services.bus,
    onWake: () => (listeners++, () => listeners--),
    onTick: () => (listeners++, () => listeners--),
  }
  const app = Fastify()
  await serveLive(app, {
    services: { ...world.services, bus },
    identify: async () => {
      asked()
      await admitted
      return { userId: 'lin', name: 'Lin', email: 'lin@example.com', emailVerified: true, isAdmin: false }
    },
    findRights: async () => undefined,
    guests: noGuests,
    origins: () => [],
  })
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname)
  socket.write(
    'GET /api/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await Promise.all([once(socket, 'data'), asking])
  const gone = new Promise<void>((resolve) =>
    app.websocketServer.clients.forEach((client) => client.once('close', resolve)),
  )
  socket.resetAndDestroy()
  await gone
  admit()
  await app.close()
  expect(listeners).toBe(0)
})
