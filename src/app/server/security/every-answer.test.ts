import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '../feature-parts.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent', BASE_URL: 'https://mix.example.com' })
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  world.here['trackId'] = (
    await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
})
afterAll(() => world.close())

/** Headers of every answer. */
const said: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=31536000/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
}

/** Headers that are missing from an answer, and headers that it should not have. */
function carelessness(headers: Readonly<Record<string, unknown>>): readonly string[] {
  const lacking = Object.entries(said)
    .filter(([name, right]) => !right.test(String(headers[name])))
    .map(([name]) => name)
  return [...lacking, ...Object.keys(headers).filter((name) => /^(access-control-.*|server|x-powered-by)$/.test(name))]
}

const reads = contracts
  .flatMap((contract) => Object.keys(contract))
  .filter((key) => key.startsWith('GET ')) as `GET /${string}`[]

test.each(reads)('%s is cautious, kept by no cache in between, and says what it is', async (key) => {
  for (const person of ['olga', 'visitor'] as const) {
    const { headers, raw } = await world.as(person, key)
    expect(carelessness(headers)).toEqual([])
    expect(headers['cache-control']).toMatch(/no-store|private/)
    expect(raw.length === 0 ? 'charset=utf-8' : headers['content-type']).toMatch(
      /charset=utf-8|^(audio|image|application)\//,
    )
  }
})

test.each([
  '/api/auth/ok',
  '/api/auth/get-session',
  '/api/auth/error?error=x',
  '/api/auth/nosuch',
  '/api/openapi.json',
  '/nosuch',
  '/api/nosuch',
  '//x',
  '/api/%ff',
  '/healthz',
  '/readyz',
  '/metrics',
])('%s is cautious', async (path) => {
  const answer = await fetch(url + path, { redirect: 'manual' })
  expect(carelessness(Object.fromEntries(answer.headers))).toEqual([])
})

test('even what is no HTTP is answered with care', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('SSH-2.0-hello\r\n\r\n')
  let said = ''
  for await (const chunk of socket) said += String(chunk)
  expect(said).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[^]*x-content-type-options: nosniff[^]*"code":"VALIDATION_ERROR"/,
  )
})

test('a preflight of another website is told nothing', async () => {
  const answer = await fetch(`${url}/api/users/me`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
  })
  expect(answer.status).toBe(404)
  expect(carelessness(Object.fromEntries(answer.headers))).toEqual([])
})

test('a parameter sent twice deceives nobody', async () => {
  for (const path of ['/api/search?q=a&q=b', '/api/projects?limit=1&limit=200'])
    expect((await fetch(url + path, { headers: { 'x-test-person': 'olga' } })).status).toBe(400)
})

test('what a body says of ids, authors and roles is not taken over', async () => {
  const { db } = world.services.database
  const sent = {
    title: 'Mine',
    id: 'chosen',
    projectId: world.elsewhere.projectId,
    project_id: world.elsewhere.projectId,
    createdAt: 1,
    number: 99,
    createdBy: 'olga',
    created_by: 'olga',
    authorId: 'olga',
    isAdmin: true,
    role: 'owner',
  }
  const { body: task } = await world.as('ed', 'POST /api/projects/:projectId/tasks', { body: sent })
  expect(task).toMatchObject({ createdBy: 'ed', number: 1 })
  expect(task.id).not.toBe('chosen')
  await world.as('lin', 'PATCH /api/users/me/settings', { body: { ...sent, userId: 'olga' } })
  const lin = await db.selectFrom('memberships').select('role').where('user_id', '=', 'lin').executeTakeFirstOrThrow()
  expect([
    lin.role,
    await db.selectFrom('tasks').select('id').where('project_id', '=', world.elsewhere.projectId).execute(),
  ]).toEqual(['listener', []])
})

describe('a guest’s cookie over https', () => {
  test('is for this host alone, Secure, and out of reach of scripts', async () => {
    const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
    const { body } = await world.as('olga', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: false }, may },
    })
    const guest = new GuestBrowser(world)
    const answer = await guest.open(body.items[0].url)
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-roughmix\.guest=[^;]+; Path=\/; Secure; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect((await guest.ask('GET /api/projects/:projectId')).status).toBe(200)
  })
})
