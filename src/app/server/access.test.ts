import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts, tokenTable } from './feature-parts.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { sampleBody, sampleQuery } from '#testing/sample-request.ts'
import { openWorld, type Asking, type World } from '#testing/world.ts'
import { tokenScopes, type TokenScope } from '#shared/token-scopes.ts'
import type { GuestMay, Method, RouteSpec } from '#shared/contract.ts'
import { aVersion } from '#testing/row-builders.ts'

type Key = `${Method} /${string}`
const routes = contracts.flatMap((contract) =>
  Object.entries(contract).map(([key, spec]) => ({ key: key as Key, spec })),
)
/** For titles: vitest cuts `$key` after 40 characters, but not a whole string. */
const keysOf = (some: readonly { readonly key: Key }[]) => some.map(({ key }) => key)
const guarded = routes.filter(({ spec }) => spec.access !== 'public')
const forAdmins = routes.filter(({ spec }) => spec.access === 'admin')
const inProject = routes.filter(({ key }) => key.includes('/:projectId'))
const deeper = inProject.filter(({ key }) => /:projectId\/.*:/.test(key))

let world: World
/** Ids in Stan's own project, which must not be reachable through Olga's. */
let foreign: Record<string, string>
let guests: Guests
/** Olga's tokens, by scope. */
const tokens = new Map<string, string>()
/** With every scope, but not valid here. */
let useless: readonly { readonly how: string; readonly token: string }[]
/** With every scope, limited to another project of hers. */
let limited = ''

beforeAll(async () => {
  world = await openWorld()
  const stan = { projectId: world.elsewhere.projectId }
  const track = await world.as('stan', 'POST /api/projects/:projectId/tracks', {
    params: stan,
    body: { title: 'Bus Stop' },
  })
  const task = await world.as('stan', 'POST /api/projects/:projectId/tasks', {
    params: stan,
    body: { title: 'Tune the bus' },
  })
  const invite = await world.as('stan', 'POST /api/projects/:projectId/invites', { params: stan, body: {} })
  foreign = {
    noteId: 'nowhere',
    trackId: track.body.id,
    taskId: task.body.id,
    inviteId: invite.body.id,
    userId: 'stan',
    versionId: 'nowhere',
    roundId: 'nowhere',
    uploadId: 'nowhere',
    comparisonId: 'nowhere',
    attachmentId: 'nowhere',
    reviewerId: 'stan',
    decisionId: 'nowhere',
    itemId: 'nowhere',
    startId: 'nowhere',
    position: '0',
    shareId: 'nowhere',
    fileId: 'nowhere',
    fileVersionId: 'nowhere',
  }
  guests = await inviteGuests()
  await makeTokens()
})
afterAll(() => world.close())

const specs = new Map<string, RouteSpec>(routes.map(({ key, spec }) => [key, spec]))
const headersOf = (key: string) =>
  key.includes('/uploads')
    ? {
        'tus-resumable': '1.0.0',
        'upload-length': '1',
        'upload-metadata': `filename ${btoa('a.wav')}`,
        ...(key.startsWith('PATCH') && { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }),
      }
    : {}
/** A valid body, so that a refusal is about access and nothing else. */
const bodyOf = (key: string) => sampleBody(key, specs.get(key) ?? {})
const queryOf = (key: string) => sampleQuery(specs.get(key) ?? {})

test('there are routes to ask', () => expect(routes.length).toBeGreaterThan(30))

describe.each(keysOf(guarded))('%s', (key) => {
  test('sends a visitor to sign in', async () => {
    const answer = await world.as('visitor', key, { body: bodyOf(key), query: queryOf(key), headers: headersOf(key) })
    expect(answer.status).toBe(401)
  })
})

describe.each(keysOf(forAdmins))('%s', (key) => {
  test('does not exist for somebody who is no admin', async () => {
    expect((await world.as('ed', key, { body: bodyOf(key) })).status).toBe(404)
  })
})

describe.each(keysOf(inProject))('%s', (key) => {
  test('does not exist for a stranger, in the same words as what is not there', async () => {
    const stranger = await world.as('stan', key, { body: bodyOf(key), query: queryOf(key), headers: headersOf(key) })
    const nothing = await world.as('stan', key, {
      params: { projectId: 'nosuchproject' },
      body: bodyOf(key),
      query: queryOf(key),
      headers: headersOf(key),
    })
    expect(stranger.status).toBe(404)
    expect(stranger.body).toEqual(nothing.body)
  })
})

describe.each(keysOf(deeper))('%s', (key) => {
  test('does not open another project’s things through one’s own project', async () => {
    const answer = await world.as('olga', key, {
      params: foreign,
      body: bodyOf(key),
      query: queryOf(key),
      headers: headersOf(key),
    })
    expect(answer.status).toBe(404)
  })
})

/** Links into Olga's project, each with a guest, and things beyond the first link's reach. */
interface Guests {
  /** A link to one of two tracks, with everything allowed. */
  readonly free: GuestBrowser
  /** The same link, with only listening allowed. */
  readonly bound: GuestBrowser
  readonly shut: readonly { readonly how: string; readonly browser: GuestBrowser }[]
  /** Of the project's other track. */
  readonly beyond: Readonly<Record<string, string>>
  readonly within: Readonly<Record<string, string>>
}

async function inviteGuests(): Promise<Guests> {
  const thing = async (name: string) => {
    const { body: track } = await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: name } })
    await aVersion(world, {
      id: `${name}1`,
      track_id: track.id,
      sequence: name === 'kiln' ? 1 : 2,
      file_name: 'a.wav',
      storage_key: name,
    })
    const { body: note } = await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: track.id },
      body: { versionId: `${name}1`, fromSeconds: 1, toSeconds: null, body: name },
    })
    return { trackId: track.id, versionId: `${name}1`, noteId: note.id }
  }
  const [within, beyond] = [await thing('kiln'), await thing('salt')]
  const may = (all: boolean) => ({ comment: all, seeNotes: all, approve: all, download: all, upload: all, files: all })
  const link = async (all: boolean) =>
    (
      await world.as('olga', 'POST /api/projects/:projectId/shares', {
        body: { what: { kind: 'tracks', trackIds: [within.trackId], latestOnly: false }, may: may(all) },
      })
    ).body.items[0]
  const inside = async ({ url }: { url: string }) => {
    const browser = new GuestBrowser(world)
    await browser.open(url)
    await browser.say('Ann')
    return browser
  }
  const shutting = async (how: string, shut: (params: { shareId: string }) => Promise<unknown>) => {
    const made = await link(true)
    const browser = await inside(made)
    await shut({ shareId: made.id })
    return { how, browser }
  }
  const shut = [
    await shutting('revoked', (params) =>
      world.as('olga', 'DELETE /api/projects/:projectId/shares/:shareId', { params }),
    ),
    await shutting('rotated', (params) =>
      world.as('olga', 'POST /api/projects/:projectId/shares/:shareId/rotate', { params }),
    ),
    await shutting('expired', (params) =>
      world.as('olga', 'PATCH /api/projects/:projectId/shares/:shareId', { params, body: { expiresAt: 1 } }),
    ),
    await shutting('locked', (params) =>
      world.as('olga', 'PATCH /api/projects/:projectId/shares/:shareId', { params, body: { password: 'seaglass' } }),
    ),
  ]
  const elsewhere = {
    noteId: 'nowhere',
    taskId: 'nowhere',
    inviteId: 'nowhere',
    userId: 'ed',
    uploadId: 'nowhere',
    comparisonId: 'nowhere',
    attachmentId: 'nowhere',
    reviewerId: 'stan',
    decisionId: 'nowhere',
    itemId: 'nowhere',
    startId: 'nowhere',
    position: '0',
    shareId: 'nowhere',
  }
  return {
    free: await inside(await link(true)),
    bound: await inside(await link(false)),
    shut,
    within: { ...elsewhere, ...within },
    beyond: { ...elsewhere, ...beyond },
  }
}

/** The request, with a body that names the same things as the path. */
const asked = (key: string, ids: Readonly<Record<string, string>>): Asking => {
  const sent = bodyOf(key)
  const versionId = ids['versionId'] ?? 'nowhere'
  const query = queryOf(key)
  return {
    params: ids,
    body: typeof sent === 'object' && sent !== null && 'versionId' in sent ? { ...sent, versionId } : sent,
    query: 'version' in query ? { ...query, version: versionId } : query,
    headers: headersOf(key),
  }
}
const forGuests = inProject.flatMap(({ key, spec }) => (spec.guests ? [{ key, may: spec.guests as GuestMay }] : []))
const notForGuests = inProject.filter(({ spec }) => !spec.guests)

test('routes are for guests or not, and there are some of both', () =>
  expect(Math.min(forGuests.length, notForGuests.length)).toBeGreaterThan(10))

describe.each(keysOf(guarded))('%s', (key) => {
  test('is no guest’s by the project’s own name', async () => {
    const answer = await guests.free.ask(key, {
      ...asked(key, guests.within),
      params: { ...guests.within, projectId: world.here['projectId'] ?? '' },
    })
    expect(answer.status).toBe(401)
  })
})

describe.each(keysOf(inProject))('%s', (key) => {
  test('does not exist for a guest whose link does not work any more, nor for one of another link', async () => {
    const nothing = await guests.free.ask(key, {
      ...asked(key, guests.within),
      params: { ...guests.within, projectId: 's_nosuchlink' },
    })
    for (const { how, browser } of guests.shut) {
      const answer = await browser.ask(key, asked(key, guests.within))
      expect([how, answer.status, answer.body]).toEqual([how, 404, nothing.body])
    }
    const strange = await guests.free.ask(key, {
      ...asked(key, guests.within),
      params: { ...guests.within, projectId: guests.bound.address },
    })
    expect([strange.status, strange.body]).toEqual([404, nothing.body])
  })

  test('does not exist for somebody signed in who names a link they never opened', async () => {
    const answer = await world.as('stan', key, {
      ...asked(key, guests.within),
      params: { ...guests.within, projectId: guests.free.address },
    })
    expect(answer.status).toBe(404)
  })
})

describe.each(keysOf(notForGuests))('%s', (key) => {
  test('does not exist for guests, whatever their link allows', async () => {
    const answer = await guests.free.ask(key, asked(key, guests.within))
    const nothing = await guests.free.ask(key, {
      ...asked(key, guests.within),
      params: { ...guests.within, projectId: 's_nosuchlink' },
    })
    expect([answer.status, answer.body]).toEqual([404, nothing.body])
  })
})

describe.each(keysOf(forGuests.filter(({ key }) => /:projectId\/.*:/.test(key))))('%s', (key) => {
  test('opens nothing to a guest beyond what their link reaches, nor another project’s things', async () => {
    for (const ids of [guests.beyond, foreign]) expect((await guests.free.ask(key, asked(key, ids))).status).toBe(404)
  })
})

describe.each(keysOf(forGuests.filter(({ may }) => may !== 'listen')))('%s', (key) => {
  test('is refused to a guest whose link allows only listening', async () => {
    const answer = await guests.bound.ask(key, asked(key, guests.within))
    expect([answer.status, ...(key.startsWith('HEAD') ? [] : [answer.body.code])]).toEqual([
      403,
      ...(key.startsWith('HEAD') ? [] : ['not_shared']),
    ])
  })
})

async function makeTokens(): Promise<void> {
  const make = async (person: 'olga' | 'ed', scopes: readonly TokenScope[], more: object = {}) =>
    (await world.as(person, 'POST /api/users/me/tokens', { body: { name: 'Walk', scopes, ...more } })).body as {
      token: string
      facts: { id: string }
    }
  const sets = new Set(routes.map(({ key, spec }) => tooSmall(key, spec.access).join()))
  for (const set of sets) if (set !== '') tokens.set(set, (await make('olga', set.split(',') as TokenScope[])).token)
  const other = await world.as('olga', 'POST /api/projects', { body: { name: 'High Tide' } })
  limited = (await make('olga', tokenScopes, { projectIds: [other.body.id] })).token
  const [revoked, expired, eds] = [
    await make('olga', tokenScopes),
    await make('olga', tokenScopes, { expiresAt: world.services.now() + 1 }),
    await make('ed', tokenScopes),
  ]
  await world.as('olga', 'DELETE /api/users/me/tokens/:tokenId', { params: { tokenId: revoked.facts.id } })
  await world.services.database.db
    .updateTable('user')
    .set({ disabledAt: new Date(world.services.now()).toISOString() })
    .where('id', '=', 'ed')
    .execute()
  world.pass(1)
  useless = [
    { how: 'revoked', token: revoked.token },
    { how: 'expired', token: expired.token },
    { how: 'of somebody disabled', token: eds.token },
    { how: 'made up', token: `rmx_${'0'.repeat(48)}` },
  ]
}

/** Every scope except those that allow the route. */
function tooSmall(key: string, access: string): readonly TokenScope[] {
  return tokenScopes.filter((scope) => !tokenTable.scopesFor(key, access).includes(scope))
}

const byToken = (key: Key, token: string | undefined) =>
  world.as('visitor', key, {
    body: bodyOf(key),
    query: queryOf(key),
    headers: { ...headersOf(key), authorization: `Bearer ${token}` },
  })
const said = (key: string, { status, body }: { status: number; body: { code?: string } | undefined }) =>
  key.startsWith('HEAD') ? [status] : [status, body?.code]
const words = (key: string, status: number, code: string) => (key.startsWith('HEAD') ? [status] : [status, code])

const beyondScopes = routes
  .map(({ key, spec }) => ({ key, access: spec.access, scopes: tooSmall(key, spec.access) }))
  .filter(({ access, scopes }) => access !== 'admin' && scopes.length > 0)
describe.each(beyondScopes.map(({ key, scopes }) => [key, scopes.join()] as const))('%s', (key, scopes) => {
  test('is refused to a token of too small a scope', async () => {
    expect(said(key, await byToken(key, tokens.get(scopes)))).toEqual(words(key, 403, 'token_scope'))
  })
})

describe.each(keysOf(forAdmins))('%s', (key) => {
  test('does not exist for an admin’s token', async () => expect((await byToken(key, limited)).status).toBe(404))
})

describe.each(keysOf(routes))('%s', (key) => {
  test('opens to no token that does not work', async () => {
    for (const { how, token } of useless)
      expect([how, ...said(key, await byToken(key, token))]).toEqual([how, ...words(key, 401, 'token.unknown')])
  })
})

describe.each(keysOf(inProject.filter(({ key, spec }) => tokenTable.scopesFor(key, spec.access).length > 0)))(
  '%s',
  (key) => {
    test('does not exist for a token of another project', async () => {
      expect(said(key, await byToken(key, limited))).toEqual(words(key, 404, 'not_found'))
    })
  },
)
