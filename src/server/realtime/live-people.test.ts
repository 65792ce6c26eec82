import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveRequest, StreamName } from '#shared/events.ts'
import type { ListeningPlace, Present, Session, SessionAct, Transport } from '#shared/live-people.ts'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { openWorld, type World } from '#testing/world.ts'

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

const here = (): StreamName => `project:${world.here['projectId'] ?? ''}`
const nowhere: ListeningPlace = {
  trackId: null,
  versionId: null,
  isPlaying: false,
  position: 0,
  speed: 1,
  stepMs: null,
}
const onTrack: ListeningPlace = { ...nowhere, trackId: 'glasshouse', versionId: 'v6' }
const still: Transport = { versionId: 'v6', isPlaying: false, position: 0, at: 0, speed: 1, loop: null }

/** Seats are kept for a while: each test sits somewhere else. */
let track = 'track-0'
let tracks = 0
beforeEach(() => {
  tracks += 1
  track = `track-${tracks}`
})

async function connect(person: string): Promise<LiveClientRig> {
  const client = await LiveClientRig.open(url, person === '' ? {} : { 'x-test-person': person })
  clients.push(client)
  return client
}

async function enter(person: string, place = nowhere): Promise<LiveClientRig> {
  const client = await connect(person)
  client.follow(here(), null)
  client.send({ type: 'here', stream: here(), place })
  await client.until('present', ({ you }) => you === person)
  return client
}

const hears = (client: LiveClientRig, personId: string, fits: (present: Present) => boolean = () => true) =>
  client.until('present', ({ people }) => people.some((one) => one.person.id === personId && fits(one)))
const hearsGone = (client: LiveClientRig, personId: string) =>
  client.until('present', ({ gone }) => gone.includes(personId))
const act = (client: LiveClientRig, what: SessionAct, trackId = track) =>
  client.send({ type: 'together', stream: here(), trackId, act: what })
const join = (client: LiveClientRig, leaderId: string | null, transport = still) =>
  act(client, { kind: 'join', leaderId, transport })
const told = (client: LiveClientRig, fits: (session: Session | null) => boolean = () => true, trackId = track) =>
  client.until('together', (message) => message.trackId === trackId && fits(message.session))
async function closeAll(...these: readonly LiveClientRig[]): Promise<void> {
  for (const client of these) client.close()
  await Promise.all(these.map(({ closed }) => closed))
}

describe('who is here', () => {
  test('is told to whoever comes, and to the others as it changes', async () => {
    const lin = await enter('lin', onTrack)
    const ed = await enter('ed')
    const { people } = await hears(ed, 'lin')
    expect(people.find(({ person }) => person.id === 'lin')).toMatchObject({
      person: { name: 'Lin', isGuest: false },
      place: onTrack,
    })
    await hears(lin, 'ed')
    ed.send({ type: 'here', stream: here(), place: { ...onTrack, isPlaying: true, position: 12.5 } })
    const { at } = (await hears(lin, 'ed', ({ place }) => place.position === 12.5)).people[0] ?? {}
    expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(60_000)
    await closeAll(lin, ed)
  })

  test('goes at once with the connection, also without a goodbye, and with a word', async () => {
    const lin = await enter('lin')
    for (const leave of [
      (client: LiveClientRig) => client.close(),
      (client: LiveClientRig) => client.drop(),
      (client: LiveClientRig) => client.send({ type: 'away', stream: here() }),
      (client: LiveClientRig) => client.send({ type: 'unfollow', stream: here() }),
    ]) {
      const cora = await enter('cora')
      await hears(lin, 'cora')
      leave(cora)
      expect((await hearsGone(lin, 'cora')).people).toEqual([])
      lin.heard.length = 0
    }
    await closeAll(lin)
  })

  test('is one person with several tabs, in the one where they listen', async () => {
    const lin = await enter('lin')
    const playing = await enter('ed', { ...onTrack, isPlaying: true, position: 3 })
    const silent = await enter('ed', { ...nowhere, trackId: 'undertow' })
    await hears(lin, 'ed', ({ place }) => place.isPlaying)
    const cora = await enter('cora')
    const { people } = await hears(cora, 'ed')
    expect(people.filter(({ person }) => person.id === 'ed')).toHaveLength(1)
    expect(people.find(({ person }) => person.id === 'ed')?.place.trackId).toBe('glasshouse')
    lin.heard.length = 0
    playing.close()
    await hears(lin, 'ed', ({ place }) => place.trackId === 'undertow')
    silent.close()
    await hearsGone(lin, 'ed')
    await closeAll(lin, cora)
  })

  test('is not told to those who only follow the project’s events', async () => {
    const follower = await connect('cora')
    follower.follow(here(), null)
    await follower.until('following')
    const lin = await enter('lin')
    const ed = await enter('ed')
    await hears(lin, 'ed')
    follower.send({ type: 'ping' })
    await follower.until('pong')
    expect(follower.heard.filter(({ type }) => type === 'present')).toEqual([])
    await closeAll(follower, lin, ed)
  })

  test('ends with the right to be here', async () => {
    const lin = await enter('lin')
    const cora = await enter('cora')
    await hears(lin, 'cora')
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'cora' } })
    await cora.until('lost')
    await hearsGone(lin, 'cora')
    cora.send({ type: 'here', stream: here(), place: nowhere })
    cora.send({ type: 'ping' })
    await cora.until('pong')
    expect(lin.heard.filter(({ type }) => type === 'present').at(-1)).toMatchObject({ gone: ['cora'] })
    await world.as('olga', 'POST /api/projects/:projectId/members/:userId/restore', { params: { userId: 'cora' } })
    await closeAll(lin, cora)
  })
})

describe('a stranger', () => {
  test.each<LiveRequest>([
    { type: 'here', stream: 'project:x', place: nowhere },
    {
      type: 'together',
      stream: 'project:x',
      trackId: 'glasshouse',
      act: { kind: 'join', leaderId: null, transport: still },
    },
    { type: 'away', stream: 'project:x' },
  ])('who sends $type to a project they may not follow has lost it, and nobody hears of them', async (request) => {
    const lin = await enter('lin')
    for (const [person, stream] of [
      ['stan', here()],
      ['ed', 'project:nowhere'],
    ] as const) {
      const client = await connect(person)
      client.follow(stream, null)
      client.send({ ...request, stream } as LiveRequest)
      client.send({ type: 'follow', stream: 'user:nobody', cursor: null })
      await client.until('lost', (message) => message.stream === 'user:nobody')
      expect(client.heard.slice(0, 2)).toEqual([
        { type: 'lost', stream },
        { type: 'lost', stream },
      ])
      await closeAll(client)
    }
    expect(
      lin.heard.filter(
        (message) => message.type === 'present' && message.people.some(({ person }) => person.id === 'stan'),
      ),
    ).toEqual([])
    await closeAll(lin)
  })

  test('without a session is sent away whatever they say', async () => {
    const client = await connect('')
    client.send({ type: 'here', stream: here(), place: nowhere })
    expect(await client.closed).toBe(4401)
  })
})

describe('nonsense', () => {
  const wrong: readonly unknown[] = [
    { type: 'here', stream: 'user:lin', place: nowhere },
    { type: 'here', stream: 'project:a', place: { ...nowhere, position: -1 } },
    { type: 'here', stream: 'project:a', place: { ...nowhere, trackId: 'x'.repeat(65) } },
    { type: 'together', stream: 'project:a', trackId: 'a/../b', act: { kind: 'leave' } },
    { type: 'together', stream: 'project:a', trackId: 'a', act: { kind: 'move', transport: { ...still, speed: 9 } } },
    { type: 'together', stream: 'project:a', trackId: 'a', act: { kind: 'take over' } },
    { type: 'clock', sent: 'now' },
  ]
  test.each(wrong)('%j ends the connection', async (message) => {
    const client = await connect('lin')
    client.send(JSON.stringify(message))
    expect(await client.closed).toBe(4400)
  })

  test('a flood of it ends the connection, and the others hear that one has gone', async () => {
    const lin = await enter('lin')
    const ed = await enter('ed')
    await hears(lin, 'ed')
    for (let i = 0; i < 1_000; i++) ed.send({ type: 'here', stream: here(), place: { ...onTrack, position: i } })
    expect(await ed.closed).toBe(4429)
    await hearsGone(lin, 'ed')
    await closeAll(lin)
  })

  test('a flood of questions for the time ends it too', async () => {
    const client = await connect('ed')
    for (let i = 0; i < 1_000; i++) client.send({ type: 'clock', sent: i })
    expect(await client.closed).toBe(4429)
  })
})

describe('the server’s clock', () => {
  test('is told with what was sent along', async () => {
    const client = await connect('lin')
    client.send({ type: 'clock', sent: 12.25 })
    const { sent, at } = await client.until('clock')
    expect(sent).toBe(12.25)
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000)
    await closeAll(client)
  })
})

describe('listening together', () => {
  test('is told to everybody who is here, also to those who come later', async () => {
    const olga = await enter('olga')
    const ed = await enter('ed')
    join(ed, 'ed', { ...still, position: 7 })
    const { session } = await told(olga)
    expect(session).toMatchObject({
      leaderId: 'ed',
      people: [{ id: 'ed' }],
      transport: { versionId: 'v6', position: 7 },
      sourceId: 'ed',
    })
    const lin = await enter('lin')
    expect((await told(lin)).session).toEqual(session)
    await closeAll(olga, ed, lin)
  })

  test('one who follows moves nothing, and is told how it stands; handed the lead, they do', async () => {
    const ed = await enter('ed')
    const lin = await enter('lin')
    join(ed, 'ed')
    join(lin, null)
    await told(ed, (session) => session?.people.length === 2)
    lin.heard.length = 0
    act(lin, { kind: 'move', transport: { ...still, isPlaying: true, position: 60 } })
    expect((await told(lin)).session).toMatchObject({ leaderId: 'ed', turn: 0, transport: { isPlaying: false } })
    act(lin, { kind: 'lead', leaderId: 'lin' })
    act(ed, { kind: 'lead', leaderId: 'lin' })
    await told(lin, (session) => session?.leaderId === 'lin')
    act(lin, { kind: 'move', transport: { ...still, isPlaying: true, position: 60 } })
    const { session } = await told(ed, (session) => session?.turn === 1)
    expect(session?.transport).toMatchObject({ isPlaying: true, position: 60 })
    await closeAll(ed, lin)
  })

  test('with everyone in control anybody moves it', async () => {
    const ed = await enter('ed')
    const lin = await enter('lin')
    join(ed, null)
    join(lin, null)
    await told(lin, (session) => session?.people.length === 2)
    act(lin, { kind: 'move', transport: { ...still, position: 4 } })
    expect((await told(ed, (session) => session?.turn === 1)).session).toMatchObject({
      sourceId: 'lin',
      leaderId: null,
    })
    await closeAll(ed, lin)
  })

  test('is over when the last one leaves', async () => {
    const olga = await enter('olga')
    const ed = await enter('ed')
    join(ed, 'ed')
    await told(olga)
    act(ed, { kind: 'leave' })
    expect((await told(olga, (session) => session === null)).trackId).toBe(track)
    await closeAll(olga, ed)
  })

  test('to sit in another session is to leave the first', async () => {
    const olga = await enter('olga')
    const ed = await enter('ed')
    join(ed, 'ed')
    act(ed, { kind: 'join', leaderId: 'ed', transport: still }, 'undertow')
    await told(olga, (session) => session !== null, 'undertow')
    expect(
      olga.heard.some(
        (message) => message.type === 'together' && message.trackId === track && message.session === null,
      ),
    ).toBe(true)
    await closeAll(olga, ed)
  })
})
