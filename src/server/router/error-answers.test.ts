import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { willPass } from './error-answers.ts'

const MIB = 1024 * 1024
let world: World
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => world.close())

async function post(
  payload: string | Buffer,
  { url = '/api/projects', headers = {} }: { url?: string; headers?: Record<string, string> } = {},
) {
  const answer = await world.server.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-test-person': 'ed', 'content-type': 'application/json', ...headers },
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers }
}

describe('a refusal', () => {
  test.each([
    ['nobody signed in', () => world.as('visitor', 'GET /api/projects'), 401, 'Unauthorized', 'unauthorized'],
    [
      'a thing that is not there',
      () => world.as('ed', 'GET /api/projects/:projectId', { params: { projectId: 'none' } }),
      404,
      'Not Found',
      'not_found',
    ],
    ['an address that is not there', () => world.as('ed', 'GET /api/nothing'), 404, 'Not Found', 'not_found'],
    [
      'a role that may not',
      () => world.as('lin', 'POST /api/projects/:projectId/tracks', { body: { title: 'x' } }),
      403,
      'Forbidden',
      'forbidden',
    ],
  ] as const)('of %s has status, text, code and words', async (_, ask, status, statusText, code) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ status, statusText, code, message: expect.stringMatching(/^\p{Lu}.{8,}\.$/u) })
    expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      'application/json; charset=utf-8',
      'no-store',
    ])
  })

  test('of a wrong shape names the fields', async () => {
    const answer = await world.as('ed', 'POST /api/projects', { body: { name: '  ' } })
    expect([answer.status, answer.body.code, Object.keys(answer.body.fields)]).toEqual([
      400,
      'VALIDATION_ERROR',
      ['name'],
    ])
  })

  test.each([
    ['that is not even encoded', '/api/projects/%E0%A4%A'],
    ['that is too long', `/api/projects/${'a'.repeat(300)}`],
  ])('of an address %s is like any other', async (_, url) => {
    const { statusCode, headers, body } = await world.server.inject({ url, headers: { 'x-test-person': 'ed' } })
    const nothing = await world.as('ed', 'GET /api/nothing')
    expect([
      statusCode,
      JSON.parse(body),
      headers['x-content-type-options'],
      headers['content-security-policy'],
    ]).toEqual([404, nothing.body, 'nosniff', nothing.headers['content-security-policy']])
  })

  test('repeats nothing of what was sent', async () => {
    const answer = await world.as('ed', 'POST /api/projects', { body: { name: 7, secret: '<script>hidden</script>' } })
    expect(JSON.stringify(answer.body)).not.toContain('hidden')
  })
})

describe('a body', () => {
  test('of over a megabyte is refused before it is looked at', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(MIB) }))
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
  })

  test('of over a megabyte is refused at sign-in too', async () => {
    expect(
      (await post(JSON.stringify({ email: 'x'.repeat(MIB), password: 'x' }), { url: '/api/auth/sign-in/email' }))
        .status,
    ).toBe(413)
  })

  test.each([
    ['{', 400],
    ['', 400],
    ['{"name":"a"', 400],
    ['null', 400],
    ['[]', 400],
    ['"a"', 400],
    ['{"__proto__":{"name":"a"}}', 400],
    ['{"constructor":{"prototype":{}},"name":"a"}', 400],
    ['\u0000', 400],
  ] as const)('%j is refused in words', async (payload, status) => {
    const answer = await post(payload)
    expect([answer.status, answer.body.code]).toEqual([status, 'VALIDATION_ERROR'])
  })

  test.each(['[', '{"name":'])('nested half a million times (%s) is refused like any other', async (open) => {
    const depth = Math.floor(MIB / open.length / 2) - 50
    const deep =
      open === '['
        ? '['.repeat(depth) + ']'.repeat(depth)
        : `${open.repeat(Math.floor(MIB / 10))}1${'}'.repeat(Math.floor(MIB / 10))}`
    expect((await post(deep)).status).toBe(400)
    expect((await post(deep, { headers: { 'idempotency-key': `deep ${open}` } })).status).toBe(400)
    expect((await post(deep, { url: '/api/auth/sign-in/email' })).status).toBe(400)
  })

  test('nested deep beside what is asked for is no matter', async () => {
    const depth = 100_000
    const answer = await post(`{"name":"Deep","more":${'['.repeat(depth)}${']'.repeat(depth)}}`, {
      headers: { 'idempotency-key': 'deep beside' },
    })
    expect(answer.status).toBe(200)
  })
})

describe('every answer', () => {
  test.each(['/api/server', '/api/nothing', '/healthz', '/readyz', '/api/auth/get-session', '/api/projects'])(
    '%s tells browsers to trust it with nothing',
    async (url) => {
      const { headers } = await world.server.inject({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      })
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['strict-transport-security']).toBeUndefined()
    },
  )

  test.each([
    '/api/server',
    '/api/users/me',
    '/api/projects',
    '/api/tasks/mine',
    '/api/auth/get-session',
    '/api/nothing',
  ])('%s is kept by no cache', async (url) => {
    const { headers } = await world.server.inject({ url, headers: { 'x-test-person': 'ed' } })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('of a server behind https says so', async () => {
    const secure = await openWorld({ BASE_URL: 'https://mix.example.com' }, { empty: true })
    const { headers } = await secure.server.inject({ url: '/api/server' })
    await secure.close()
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
  })
})

test.each([
  ['a lost connection', Object.assign(new Error('gone'), { code: '57P01' }), true],
  [
    'one that was met while looking for a session',
    new Error('Failed to get session', { cause: new Error('Connection terminated unexpectedly') }),
    true,
  ],
  ['a locked SQLite', Object.assign(new Error('database is locked'), { errcode: 5 }), true],
  ['a full disk', Object.assign(new Error('database or disk is full'), { errcode: 13 }), true],
  [
    'a full disk that was met while looking for a session',
    new Error('Failed to get session', { cause: Object.assign(new Error('no space left'), { code: '53100' }) }),
    true,
  ],
  ['a bug with a cause', new Error('odd', { cause: new TypeError('undefined is not a function') }), false],
])('%s is something to wait for: %j', (_, error, passes) => expect(willPass(error)).toBe(passes))

test('fields are refused in the two generic texts of the specification', async () => {
  const world = await openWorld()
  expect((await world.as('olga', 'POST /api/projects', { body: {} })).body).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'Invalid body parameters',
    fields: { name: 'Required' },
  })
  expect((await world.as('olga', 'POST /api/projects', { body: { name: 7 } })).body.fields).toEqual({
    name: 'Invalid input',
  })
  expect((await world.as('olga', 'GET /api/admin/users', { query: { limit: 'abc' } })).body).toMatchObject({
    message: 'Invalid query parameters',
    fields: { limit: 'Invalid input' },
  })
  expect((await world.as('olga', 'PATCH /api/projects/:projectId', { body: { name: '\u200b' } })).body.fields).toEqual({
    name: 'Required',
  })
  await world.close()
})
