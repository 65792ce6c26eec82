import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

const addTrack = (headers: Readonly<Record<string, string>>) =>
  world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Forged' }, headers })
const tracks = async () => (await world.as('ed', 'GET /api/projects/:projectId')).body.tracks.length

/** As bytes on the wire: `fetch` and `inject` would tidy the path up first. */
function raw(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { method, path, headers: { ...(body && { 'content-length': String(body.length) }), ...headers } },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })
}

describe('a change', () => {
  test.each([
    ['from another website', { origin: 'https://evil.example' }],
    ['from a name that begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['from our host on another port', { origin: 'http://localhost:1' }],
    ['from our host by https', { origin: 'https://localhost:3000' }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['that a browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
    ['referred by another website', { referer: 'https://evil.example/localhost:3000' }],
    ['with a referrer that is no address', { referer: 'nonsense' }],
    [
      'whose origin is ours only by its referrer',
      { origin: 'https://evil.example', referer: 'http://localhost:3000/' },
    ],
  ])('%s is not carried out', async (_, headers) => {
    const before = await tracks()
    const answer = await addTrack(headers)
    expect([answer.status, answer.body.code, await tracks()]).toEqual([403, 'origin', before])
  })

  test.each([
    ['from our own page', { origin: 'http://localhost:3000' }],
    ['from our own page by its number', { origin: 'http://127.0.0.1:3000' }],
    ['marked as our own', { 'sec-fetch-site': 'same-origin' }],
    ['from a program that is no browser', {}],
  ])('%s is', async (_, headers: Record<string, string>) => {
    // The world listens on a port of its own, which its origins follow.
    const port = new URL(url).port
    const origin = headers['origin']?.replace('3000', port)
    expect((await addTrack({ ...headers, ...(origin && { origin }) })).status).toBe(200)
  })
})

describe('a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('of type “%s” is refused', async (type) => {
    const { projectId } = world.here
    const answer = await raw(
      'POST',
      `/api/projects/${projectId}/tracks`,
      { 'x-test-person': 'ed', ...(type && { 'content-type': type }) },
      '{"title":"Forged"}',
    )
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([415, 'content_type'])
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON'])('of type “%s” is taken', async (type) => {
    const { projectId } = world.here
    const answer = await raw(
      'POST',
      `/api/projects/${projectId}/tracks`,
      { 'x-test-person': 'ed', 'content-type': type },
      '{"title":"Fine"}',
    )
    expect(answer.status).toBe(200)
  })
})

test.each<Record<string, string>>([{}, { 'idempotency-key': 'a part for once' }])(
  'a part of a file is no body where words are asked for',
  async (headers) => {
    const { projectId } = world.here
    for (const [method, path] of [
      ['POST', `/api/projects/${projectId}/tracks`],
      ['PATCH', `/api/projects/${projectId}`],
      ['POST', '/api/sample-project'],
    ] as const) {
      const answer = await raw(
        method,
        path,
        { 'x-test-person': 'ed', 'content-type': 'application/offset+octet-stream', ...headers },
        '{"title":"Forged"}',
      )
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([415, 'content_type'])
    }
  },
)

describe('a path', () => {
  test.each([
    '//api/users/me',
    '/api//users/me',
    '/api/users/../users/me',
    '/api/users/./me',
    '/api/users/me/..',
    '/api%2fusers%2fme',
    '/api/users%5cme',
    '/api\\users\\me',
    '/api/users/me%00',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/api/users/%2e%2e/users/me',
    '/api/users/me/',
    '/API/users/me',
    '/api/%2e/users/me',
    '/api/users/x/.%2E/me',
    '/api/users/me#',
    '/api/users/me#?from=x',
  ])('%s leads nowhere', async (path) => {
    const answer = await raw('GET', path, { 'x-test-person': 'ed' })
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.text)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('of sign-in cannot be doubled past its limits', async () => {
    expect((await raw('POST', '//api/auth/sign-in/email', { 'content-type': 'application/json' }, '{}')).status).toBe(
      404,
    )
    expect((await raw('POST', '/api/auth//sign-in/email', { 'content-type': 'application/json' }, '{}')).status).toBe(
      404,
    )
  })

  test.each([
    '/api/auth/%2e/sign-in/email',
    '/api/auth/x/%2E%2e/sign-in/email',
    '/api/auth/x/.%2e/sign-in/email',
    '/api/auth/sign-in/%2e/email',
    '/api/auth/sign-in/email#',
    '/api/auth/%61/%2e%2E/forget-password',
    '/api/auth/forget-password#x',
    '/api/auth/magic-link/%2e/verify?token=x',
  ])('%s is not read as another one after the limits looked at it', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await raw(
        method,
        path,
        { 'content-type': 'application/json' },
        method === 'POST' ? '{}' : undefined,
      )
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, 'not_found'])
    }
  })

  test('may hold two slashes in its query', async () =>
    expect((await raw('GET', '/api/users/me?from=//x/../y', { 'x-test-person': 'ed' })).status).toBe(200))
})
