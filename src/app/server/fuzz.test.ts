import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authEndpoints, described, sampleOf } from '#testing/auth-endpoints.ts'
import { Browser } from '#testing/auth-rig.ts'
import { openWorld, type World } from '#testing/world.ts'
import { contracts } from './feature-parts.ts'
import { aVersion } from '#testing/row-builders.ts'

/**
 * Tries per route of the product, and five times as many for the sign-in library's routes, whose schemas are wide.
 * FUZZ_TRIES=200 runs longer, FUZZ_SEED changes the seed, FUZZ_ROUTE selects routes by name.
 */
const TRIES = Number(process.env['FUZZ_TRIES'] ?? 8)
const AT_ONCE = 16
const SEED = Number(process.env['FUZZ_SEED'] ?? 15)
const ONLY = process.env['FUZZ_ROUTE'] ?? ''

/**
 * Values that our clients never send: wrong types, extreme lengths, or with a special meaning in a database or in
 * JavaScript.
 */
const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0.5,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  8.64e15 + 1,
  -8.64e15,
  '',
  ' ',
  'x',
  'x'.repeat(5000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb\ud800',
  '\u202edlrow',
  '\u200b',
  '\uffff',
  '🎚️'.repeat(70),
  'é'.normalize('NFD'),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '-1',
  '0x10',
  '1.5',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999',
  '2026-13-45',
  '+275761-01-01',
  '../../etc/passwd',
  "' or 1=1 --",
  '%',
  '_%',
  '\\',
  '%00',
  '%ff',
  '{"a":1}',
  '[]',
  'null',
  'undefined',
  '*',
  'http://',
  'https://[',
  'javascript:1',
  'a@b',
  'a@b.c\r\nBcc: d@e.f',
  '\r\n',
  '\t',
  [],
  [null],
  [[]],
  ['x', 'x'],
  Array.from({ length: 300 }, () => 'x'),
  {},
  { a: 1 },
  { length: 1 },
  { toString: 1 },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":1}}'),
  nested(200),
]
const texts = hostile.filter((value) => typeof value === 'string')

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { data: nested(depth - 1) }
}

interface Route {
  readonly method: string
  readonly path: string
  readonly isLibrary: boolean
  readonly body: Parameters<typeof sampleOf>[0]
  readonly query: Parameters<typeof sampleOf>[0]
}

interface Try {
  readonly who: (typeof people)[number]
  /** Which part of the request is corrupted, and with what. */
  readonly part: 'field' | 'whole' | 'missing' | 'more' | 'query' | 'repeated' | 'unknown' | 'path' | 'cookie' | 'raw'
  readonly value: unknown
  readonly text: string
  /** Index of the field, modulo the number of fields. */
  readonly at: number
}

const people = ['visitor', 'ended', 'lin', 'ed', 'olga'] as const
const tries: fc.Arbitrary<Try> = fc.record({
  who: fc.constantFrom(...people),
  part: fc.oneof(
    { weight: 4, arbitrary: fc.constant('field' as const) },
    { weight: 2, arbitrary: fc.constant('query' as const) },
    {
      weight: 7,
      arbitrary: fc.constantFrom('whole', 'missing', 'more', 'repeated', 'unknown', 'path', 'cookie', 'raw'),
    },
  ),
  value: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  ),
  text: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...texts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  ),
  at: fc.nat(1000),
})

let world: World
let routes: readonly Route[]
let ids: Readonly<Record<string, string>>
/** Signed in with the library; for the product's routes, a test header identifies the user. */
const browsers = new Map<string, Browser>()
/** Undoes sign-outs by earlier tries. */
let signInAgain: () => Promise<void>
/** Ids that belong to each of those users. */
const own = new Map<string, Readonly<Record<string, string>>>()
const stray: unknown[] = []
const note = (error: unknown) => void stray.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  world = await openWorld({ LOG_LEVEL: 'silent', DELETE_ACCOUNT_BY_MAIL: 'on' })
  ids = await things()
  const library = authEndpoints(world.auth).map((endpoint) => ({
    ...endpoint,
    path: `/api/auth${endpoint.path}`,
    isLibrary: true,
  }))
  const product = contracts.flatMap((contract) =>
    Object.entries(contract).map(([key, { body, query }]) => {
      const [method = '', path = ''] = key.split(' ')
      return { method, path, isLibrary: false, body: described(body), query: described(query) }
    }),
  )
  // Each takes a quarter of a second, or hashes a password.
  const slow = /forget-password|sign-in\/|sign-up\/|send-verification|reset-password|change-password/
  const wide = library.filter(({ path }) => !slow.test(path))
  routes = [...product, ...library, ...Array.from({ length: 4 }, () => wide).flat()].filter(({ method, path }) =>
    `${method} ${path}`.includes(ONLY),
  )
})
afterAll(async () => {
  await world.close()
  process.off('unhandledRejection', note)
})

/** One of everything in Olga's project, and people signed in with the library. */
async function things(): Promise<Readonly<Record<string, string>>> {
  const { body: track } = await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  const { body: task } = await world.as('olga', 'POST /api/projects/:projectId/tasks', { body: { title: 'Tune it' } })
  const { body: invite } = await world.as('olga', 'POST /api/projects/:projectId/invites', { body: {} })
  await aVersion(world, { id: 'kiln1', track_id: track.id, file_name: 'a.wav', storage_key: 'kiln' })
  await world.services.storage.put('kiln', Buffer.from('x'))
  const { body: noted } = await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    params: { trackId: track.id },
    body: { versionId: 'kiln1', fromSeconds: 1, toSeconds: null, body: 'Loud' },
  })
  const { body: shares } = await world.as('olga', 'POST /api/projects/:projectId/shares', {
    body: {
      what: { kind: 'project', latestOnly: false },
      may: { comment: true, seeNotes: true, approve: true, download: true, upload: true },
    },
  })
  for (const name of people.slice(1)) {
    const browser = new Browser(world)
    await browser.signUp(`fuzz-${name}`)
    const { body: organization } = await browser.post('/organization/create', { name, slug: `fuzz-${name}` })
    const { body: team } = await browser.post('/organization/create-team', {
      name: 'Choir',
      organizationId: organization.id,
    })
    browsers.set(name, browser)
    own.set(name, {
      organizationId: organization.id,
      organizationSlug: organization.slug,
      teamId: team.id,
      memberId: organization.members[0].id,
      memberIdOrEmail: organization.members[0].id,
    })
  }
  const { db } = world.services.database
  const rows = await db.selectFrom('session').selectAll().execute()
  const lost = (await browsers.get('ended')?.session())?.session.token
  signInAgain = async () => {
    const left = new Set((await db.selectFrom('session').select('token').execute()).map(({ token }) => token))
    const gone = rows.filter(({ token }) => token !== lost && !left.has(token))
    if (gone.length > 0) await db.insertInto('session').values(gone).execute()
  }
  await db.deleteFrom('session').where('token', '=', lost).execute()
  return {
    trackId: track.id,
    taskId: task.id,
    inviteId: invite.id,
    versionId: 'kiln1',
    noteId: noted.id,
    shareId: shares.items[0].id,
    userId: 'ed',
    projectId: world.here['projectId'] ?? '',
  }
}

/** Valid values for fields whose schema is not specific. */
const plain = (who: string) => ({
  ...ids,
  ...own.get(who),
  versionIds: ['kiln1'],
  email: 'somebody@example.com',
  newEmail: 'somebody@example.com',
  provider: 'gitlab',
  providerId: 'gitlab',
  callbackURL: '/',
  redirectTo: '/',
  errorCallbackURL: '/',
  newUserCallbackURL: '/',
  version: 'kiln1',
  url: 'https://example.com/hook',
  fileName: 'a.wav',
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy with the value in one of its fields, at any depth, or without that field. */
function spoilt(base: unknown, { at, value, part }: Try): unknown {
  const places: [Record<string, unknown>, string][] = []
  const copy: unknown = structuredClone(base)
  const look = (inside: unknown) => {
    if (Array.isArray(inside)) return void inside.forEach(look)
    for (const name of isObject(inside) ? Object.keys(inside) : []) {
      places.push([inside as Record<string, unknown>, name])
      look(Reflect.get(Object(inside), name))
    }
  }
  look(copy)
  const [holder, name = ''] = places[at % Math.max(1, places.length)] ?? []
  if (!holder) return value
  if (part === 'missing') delete holder[name]
  else holder[name] = value
  return copy
}

/** A request that is valid except for one thing. */
function requestOf(route: Route, one: Try) {
  const values = {
    ...plain(one.who),
    ...(route.path === '/api/auth/organization/delete' && { organizationId: 'nowhere' }),
  }
  const base =
    route.path === '/api/auth/update-user'
      ? [
          { name: 'Fay', image: 'https://example.com/fay.png' },
          { username: `fay_${one.who}`, displayUsername: `Fay_${one.who}` },
        ][one.at % 2]
      : sampleOf(route.body, values)
  const query = Object.entries(Object(sampleOf(route.query, values)))
    .filter(([name]) => one.at % 3 > 0 || name in values)
    .map(([name, value]): [string, string] => [name, String(value)])
  const fields = [
    ...Object.keys(Object(route.query?.properties)),
    'cursor',
    'error',
    'error_description',
    'state',
    'code',
    'token',
  ]
  const field = fields[Math.floor(one.at / 7) % fields.length] ?? ''
  if (one.part === 'query') query.push([field, one.text])
  if (one.part === 'repeated') query.push([field, 'x'], [field, one.text])
  if (one.part === 'unknown') query.push([one.text, one.text], [`${field}[]`, one.text], [`${field}[__proto__]`, 'x'])
  const body =
    one.part === 'field' || one.part === 'missing'
      ? spoilt(base, one)
      : one.part === 'whole'
        ? one.value
        : one.part === 'more' && isObject(base)
          ? { ...base, [one.text]: one.value }
          : base
  const deletes = route.method === 'DELETE' || /\/(leave|trash|handover|farewell)$/.test(route.path)
  const spoilAt = one.part === 'path' ? one.at : -1
  let nth = 0
  const count = route.path.split(':').length - 1
  const url = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const isSpoilt = count > 0 && spoilAt % count === nth++
    const known = deletes && nth === count ? 'nowhere' : (ids[name] ?? 'gitlab')
    return isSpoilt ? encodeURIComponent(one.text.toWellFormed()).slice(0, 500) : known
  })
  const asked = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()]),
  ).toString()
  const hasBody = route.method !== 'GET' && route.method !== 'HEAD' && route.method !== 'DELETE'
  const raw =
    [
      '{',
      '"',
      '{"a":1,"a":',
      '[]',
      '0',
      'null',
      '{"__proto__":{"a":1},"constructor":1}',
      '\u0000',
      `${'['.repeat(2000)}${']'.repeat(2000)}`,
      '\ufeff{}',
    ][one.at % 10] ?? ''
  const jar = browsers.get(one.who)?.jar
  const cookies = [...(jar ?? [])].map(([name, value]) => `${name}=${value}`)
  if (one.part === 'cookie')
    cookies.push(
      ...[
        `better-auth.session_token=${encodeURIComponent(one.text.toWellFormed())}`,
        'better-auth.session_data=%%%',
        '__proto__=1',
        '=',
        ';;',
        'better-auth.session_data.99999999999=x',
        `better-auth.dont_remember=${'x'.repeat(300)}`,
      ].slice(one.at % 7),
    )
  if (one.part === 'cookie' && one.at % 2 === 0) cookies.reverse()
  return {
    method: route.method as 'GET',
    url: asked ? `${url}?${asked}` : url,
    headers: {
      origin: 'http://localhost:3000',
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(!route.isLibrary && one.who !== 'visitor' && one.who !== 'ended' && { 'x-test-person': one.who }),
      ...(route.path.includes('/uploads') && {
        'tus-resumable': '1.0.0',
        'upload-length': one.part === 'raw' ? one.text.replaceAll(/[^\x20-\x7e]/g, '') : '1',
        'upload-offset': '0',
        'upload-metadata': `filename ${btoa('a.wav')}`,
      }),
      ...(hasBody && {
        'content-type':
          route.path.includes('/uploads') && route.method === 'PATCH'
            ? 'application/offset+octet-stream'
            : 'application/json',
      }),
    },
    ...(hasBody && { payload: one.part === 'raw' ? raw : JSON.stringify(body ?? {}) }),
  }
}

test(
  'whatever is sent, no route answers 500, and a refusal has the house’s shape',
  { timeout: TRIES * 60_000 },
  async () => {
    const wrong = new Map<string, string>()
    const sample = fc.sample(tries, { seed: SEED, numRuns: routes.length * TRIES })
    const statuses = new Map<number, number>()
    const ask = async (one: Try, i: number) => {
      const route = routes[i % routes.length]
      if (!route) return
      const request = requestOf(route, one)
      const name = `${route.method} ${route.path}`
      const response = await world.server
        .inject(request)
        .catch((error: unknown) => ({ statusCode: 599, body: String(error), headers: {} }))
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
      const told = () =>
        `${one.who} ${one.part} ${request.url.slice(0, 300)} ${String(request.payload ?? '').slice(0, 300)} ` +
        `${one.part === 'cookie' ? request.headers.cookie?.slice(-200) : ''} → ${response.body.slice(0, 200)}`
      if (response.statusCode >= 500) wrong.set(`${name} ${response.statusCode}`, told())
      else if (response.statusCode >= 400 && route.method !== 'HEAD' && !isHouseShape(route, response))
        wrong.set(`${name} shape`, told())
    }
    let next = 0
    const askInTurn = async () => {
      for (let one = sample[next]; one; one = sample[next]) {
        const i = next++
        if (i % AT_ONCE === 0) await signInAgain()
        await ask(one, i)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, askInTurn))
    await new Promise((resolve) => setImmediate(resolve))
    expect([...wrong].map(([name, told]) => `${name}: ${told}`)).toEqual([])
    expect(stray).toEqual([])
    // Enough requests get past validation.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(sample.length / 20)
  },
)

function isHouseShape(
  { isLibrary }: Route,
  {
    body,
    headers,
    statusCode,
  }: { readonly body: string; readonly headers: Readonly<Record<string, unknown>>; readonly statusCode: number },
): boolean {
  if (String(headers['content-type']).startsWith('text/html')) return true
  try {
    const answer: unknown = JSON.parse(body)
    if (!isObject(answer) || typeof answer['message'] !== 'string' || typeof answer['code'] !== 'string') return false
    return isLibrary || (answer['status'] === statusCode && typeof answer['statusText'] === 'string')
  } catch {
    return false
  }
}
