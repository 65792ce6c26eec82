import { once as happening } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { openWorld, type World } from '#testing/world.ts'

/**
 * One who is not meant waits no longer than this while somebody attacks. Generous: others may use the machine as well.
 */
const PATIENCE_MS = 3000

let world: World
let url = ''
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

/** Lin asks for something small over a connection of their own; answers how long it took. */
async function linAsks(): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}/api/projects/${world.here['projectId']}`, {
    headers: { 'x-test-person': 'lin', connection: 'close' },
  })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  return performance.now() - began
}

const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const addTrack = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  post(`/api/projects/${world.here['projectId']}/tracks`, body, { 'x-test-person': 'ed', ...headers })
async function raw(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await happening(socket, 'connect')
  socket.write(text)
  return socket
}
async function saidTo(text: string): Promise<string> {
  const socket = await raw(text)
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  return received
}

describe('a stampede of sign-ins', () => {
  test('is answered or told to come back, and somebody else is answered meanwhile', async () => {
    await post(
      '/api/auth/sign-up/email',
      JSON.stringify({ name: 'Nora', email: 'nora@example.com', password: 'Nora sings at night' }),
    )
    const signIn = () =>
      post('/api/auth/sign-in/email', JSON.stringify({ email: 'nora@example.com', password: 'Nora sings at night' }))
    const stampede = Promise.all(Array.from({ length: 200 }, signIn))
    const tookMs = await linAsks()
    const answers = await stampede
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const refusal = answers.find(({ status }) => status === 503)
    expect([refusal?.headers.get('retry-after'), await refusal?.json()]).toEqual([
      '3',
      expect.objectContaining({ code: 'busy' }),
    ])
    expect(tookMs).toBeLessThan(PATIENCE_MS)
    expect((await signIn()).status).toBe(200)
  })
})

describe('a body', () => {
  test.each([10_000, 400_000])(
    'nested %i deep is refused in words, also where its answer would be kept',
    async (depth) => {
      const body = `{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`
      const once: Readonly<Record<string, string>> = { 'idempotency-key': `deep ${depth}` }
      for (const headers of [{}, once]) {
        const answer = await addTrack(body, headers)
        expect([answer.status, await answer.json()]).toEqual([
          400,
          expect.objectContaining({ code: 'VALIDATION_ERROR', fields: { title: expect.any(String) } }),
        ])
      }
      for (const path of ['/api/auth/sign-up/email', '/api/auth/sign-in/email', '/api/auth/sign-in/social'])
        expect(
          (
            await post(
              path,
              `{"name":"x","email":"a@b.cd","password":"long enough","provider":"google","metadata":${body}}`,
            )
          ).status,
        ).toBeLessThan(500)
    },
  )

  test('over a megabyte is not read, for people and for sign-in', async () => {
    const long = 'x'.repeat(1_100_000)
    for (const answer of [
      await addTrack(`{"title":"${long}"}`),
      await post('/api/auth/sign-in/email', `{"email":"${long}"}`),
    ])
      expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: 'too_large' })])
  })

  test.each([
    '{"title":"x","__proto__":{"isAdmin":true}}',
    '{"title":"x","constructor":{"prototype":{"isAdmin":true}}}',
  ])('that reaches for prototypes is refused: %s', async (body) => expect((await addTrack(body)).status).toBe(400))

  test('whose length is told in two ways, or that smuggles a second request, ends the connection', async () => {
    const head =
      `POST /api/projects/${world.here['projectId']}/tracks HTTP/1.1\r\nhost: x\r\n` +
      'x-test-person: ed\r\ncontent-type: application/json\r\n'
    for (const lengths of [
      'content-length: 4\r\ncontent-length: 5',
      'content-length: 4\r\ntransfer-encoding: chunked',
      'transfer-encoding: chunked\r\ntransfer-encoding: identity',
    ]) {
      const answer = await saidTo(`${head}${lengths}\r\n\r\n0\r\n\r\nGET /api/server HTTP/1.1\r\nhost: x\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    }
  })
})

describe('a head', () => {
  test.each([
    ['of five thousand lines', `GET /api/server HTTP/1.1\r\nhost: x\r\n${'a: 1\r\n'.repeat(5000)}\r\n`],
    ['with one endless line', `GET /api/server HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['with an endless address', `GET /api/${'x'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ])('%s is refused', async (_, text) => expect(await saidTo(text)).toMatch(/^HTTP\/1\.1 431 /))

  test.each(['TRACE', 'CONNECT', 'PURGE', 'PROPFIND'])('%s does nothing and gives nothing back', async (method) => {
    const answer = await saidTo(
      `${method} /api/users/me HTTP/1.1\r\nhost: x\r\nx-test-person: ed\r\n` +
        'x-secret: seaglass\r\nconnection: close\r\n\r\n',
    )
    expect(answer).not.toMatch(/seaglass|HTTP\/1\.1 2/)
  })
})

test('heads that never end are cut off, and nobody else notices', async () => {
  expect(world.server.server.headersTimeout).toBeLessThanOrEqual(20_000)
  // The very same sooner: the server looks every five seconds.
  world.server.server.headersTimeout = 200
  try {
    const slow = await Promise.all(
      Array.from({ length: 100 }, () => raw('GET /api/server HTTP/1.1\r\nhost: x\r\nx-slow: ')),
    )
    const cut = Promise.all(slow.map((socket) => happening(socket.resume(), 'close')))
    expect(await linAsks()).toBeLessThan(PATIENCE_MS)
    await cut
  } finally {
    world.server.server.headersTimeout = 20_000
  }
})

describe('uploads that are begun and never sent', () => {
  const begin = (as: 'ed' | 'olga') =>
    world.as(as, 'POST /api/projects/:projectId/uploads', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${btoa('a.wav')},trackTitle ${btoa('Kiln')}`,
      },
    })

  test('end at a thousand of one person, in words, and others go on', async () => {
    const { db } = world.services.database
    const now = world.services.now()
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      id: `flood${i}`,
      project_id: world.here['projectId'] ?? '',
      user_id: 'ed',
      track_id: null,
      track_title: 'x',
      version_id: `flood${i}`,
      file_name: 'a.wav',
      changelog: '',
      start_id: null,
      start_done: '',
      size_bytes: 10,
      offset_bytes: 0,
      state: 'receiving' as const,
      storage_key: `flood/${i}`,
      storage_ref: null,
      sha256: null,
      lease_id: null,
      lease_until: null,
      created_at: now,
      expires_at: now + 1000,
    }))
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('uploads')
        .values(rows.slice(at, at + 100))
        .execute()
    expect(await begin('ed')).toMatchObject({ status: 429, body: { code: 'upload.too_many' } })
    expect((await begin('olga')).status).toBe(201)
    await db.deleteFrom('uploads').where('id', '=', 'flood0').execute()
    expect((await begin('ed')).status).toBe(201)
  })

  test('end at twenty of one guest', async () => {
    const { body: track } = await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: 'Salt' } })
    const may = { comment: false, seeNotes: false, approve: false, download: false, upload: true }
    const { body } = await world.as('olga', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'tracks', trackIds: [track.id], latestOnly: false }, may },
    })
    const guest = new GuestBrowser(world)
    await guest.open(body.items[0].url)
    await guest.say('Ann')
    const statuses = []
    for (let i = 0; i < 21; i++)
      statuses.push(
        (
          await guest.ask('POST /api/projects/:projectId/uploads', {
            headers: {
              'tus-resumable': '1.0.0',
              'upload-length': '10',
              'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa(track.id)}`,
            },
          })
        ).status,
      )
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
  })
})

describe('guessing', () => {
  test('links is told to wait after sixty misses, but a link that works still opens from that address', async () => {
    const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
    const { body } = await world.as('olga', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: false }, may },
    })
    const open = (token: string, from: string) =>
      world.server
        .inject({ method: 'POST', url: `/api/share/${token}`, payload: {}, remoteAddress: from })
        .then((answer) => answer.json<{ state: string }>().state)
    const right = body.items[0].url.split('/s/')[1]
    for (let i = 0; i < 60; i++) expect(await open(`guess${i}`, '192.0.2.1')).toBe('gone')
    expect([await open('guess', '192.0.2.1'), await open(right, '192.0.2.1'), await open(right, '192.0.2.2')]).toEqual([
      'wait',
      'open',
      'open',
    ])
    world.pass(600_000)
    expect(await open('guess', '192.0.2.1')).toBe('gone')
  })
})

describe('live connections', () => {
  test('end at a hundred of one person, and others come in', async () => {
    const clients = await Promise.all(
      Array.from({ length: 101 }, () => LiveClientRig.open(url, { 'x-test-person': 'stan' })),
    )
    const refused = await Promise.race(clients.map(({ closed }) => closed))
    expect(refused).toBe(4429)
    const other = await LiveClientRig.open(url, { 'x-test-person': 'lin' })
    other.send({ type: 'ping' })
    expect(await other.until('pong')).toEqual({ type: 'pong' })
    for (const client of [...clients, other]) client.drop()
    await Promise.all(clients.map(({ closed }) => closed))
    const again = await LiveClientRig.open(url, { 'x-test-person': 'stan' })
    again.send({ type: 'ping' })
    expect(await again.until('pong')).toEqual({ type: 'pong' })
    again.drop()
  })

  test.each(['{"type":"ping"}', '{"type":"unfollow","stream":"project:x"}'])(
    'that say %s without end are cut off',
    async (text) => {
      const client = await LiveClientRig.open(url, { 'x-test-person': 'cora' })
      for (let i = 0; i < 2000; i++) client.send(text)
      expect(await client.closed).toBe(4429)
    },
  )
})
