import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Method } from '#shared/contract.ts'
import { userScope } from '#server/scope.ts'
import { openWorld, type Asking, type PersonName, type World } from '#testing/world.ts'
import type { TokenScope } from '#shared/token-scopes.ts'
import { createToken } from './tokens.queries.ts'

const DAY_MS = 86_400_000
let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const tokens = async (person: PersonName) => (await world.as(person, 'GET /api/users/me/tokens')).body.items
async function make(
  person: PersonName,
  scopes: readonly TokenScope[],
  more: object = {},
): Promise<{ token: string; id: string }> {
  const { body } = await world.as(person, 'POST /api/users/me/tokens', {
    body: { name: 'Bounce folder', scopes, ...more },
  })
  return { token: body.token, id: body.facts.id }
}
/** Like a program: with only its token. */
const by = (token: string, key: `${Method} /${string}`, { headers, ...asking }: Asking = {}) =>
  world.as('visitor', key, { ...asking, headers: { authorization: `Bearer ${token}`, ...headers } })
const addTrack = (token: string, headers: Readonly<Record<string, string>> = {}) =>
  by(token, 'POST /api/projects/:projectId/tracks', { body: { title: 'Salt' }, headers })

describe('a token', () => {
  test('is shown once, and kept nowhere', async () => {
    const { token } = await make('ed', ['read'])
    expect(token).toMatch(/^rmx_[0-9a-f]{48}$/)
    const { db } = world.services.database
    const kept = JSON.stringify([
      await db.selectFrom('api_tokens').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
      await db.selectFrom('answers').selectAll().execute(),
    ])
    expect(kept).not.toContain(token.slice(4))
    expect(await tokens('ed')).toMatchObject([
      { name: 'Bounce folder', ending: token.slice(-4), scopes: ['read'], projects: null, lastUsedAt: null },
    ])
  })

  test('is not kept for a request that is sent again either', async () => {
    const asked = { body: { name: 'Again', scopes: ['read'] }, headers: { 'idempotency-key': 'again' } }
    const [first, second] = [
      await world.as('ed', 'POST /api/users/me/tokens', asked),
      await world.as('ed', 'POST /api/users/me/tokens', asked),
    ]
    expect(first.body.token).not.toBe(second.body.token)
    expect(await world.services.database.db.selectFrom('answers').selectAll().execute()).toEqual([])
  })

  test('acts as its person, and says when it was last used', async () => {
    const { token } = await make('ed', ['manage'])
    expect((await addTrack(token)).status).toBe(200)
    expect((await by(token, 'GET /api/users/me')).body).toMatchObject({ id: 'ed', name: 'Ed' })
    world.pass(30_000)
    await by(token, 'GET /api/users/me')
    const [{ lastUsedAt }] = await tokens('ed')
    expect(lastUsedAt).toBe(world.services.now() - 30_000)
    world.pass(30_000)
    await by(token, 'GET /api/users/me')
    expect((await tokens('ed'))[0].lastUsedAt).toBe(world.services.now())
  })

  test('may never more than its person', async () => {
    const { token } = await make('lin', ['manage', 'upload', 'read'])
    expect((await addTrack(token)).body).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await by(token, 'GET /api/projects/:projectId', { params: world.elsewhere })).status).toBe(404)
    await world.services.database.db
      .updateTable('memberships')
      .set({ role: 'editor' })
      .where('user_id', '=', 'lin')
      .execute()
    expect((await addTrack(token)).status).toBe(200)
  })

  test('of an admin is no admin’s', async () => {
    const { token } = await make('olga', ['read', 'upload', 'notes', 'tasks', 'manage'])
    for (const key of ['GET /api/admin/users', 'GET /api/admin/settings', 'POST /api/admin/test-mail'] as const)
      expect((await by(token, key)).status).toBe(404)
    expect((await by(token, 'GET /api/users/me')).body.isAdmin).toBe(false)
  })

  test('of too small a scope is told so', async () => {
    const { token } = await make('olga', ['read'])
    expect((await addTrack(token)).body).toMatchObject({ status: 403, code: 'token_scope' })
  })

  test('neither makes, lists nor revokes tokens, nor says who comes into a project', async () => {
    const { token, id } = await make('olga', ['read', 'upload', 'notes', 'tasks', 'manage'])
    const answers = [
      await by(token, 'POST /api/users/me/tokens', { body: { name: 'More', scopes: ['manage'] } }),
      await by(token, 'GET /api/users/me/tokens'),
      await by(token, 'DELETE /api/users/me/tokens/:tokenId', { params: { tokenId: id } }),
      await by(token, 'PATCH /api/projects/:projectId', { body: { organizationId: 'label' } }),
      await by(token, 'PATCH /api/projects/:projectId/members/:userId', {
        params: { userId: 'lin' },
        body: { role: 'owner' },
      }),
      await by(token, 'POST /api/projects/:projectId/invites', { body: {} }),
      await by(token, 'DELETE /api/projects/:projectId'),
      await by(token, 'PATCH /api/users/me/settings', { body: {} }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'token_scope'))
    expect((await by(token, 'PATCH /api/projects/:projectId', { body: { name: 'High Tide' } })).body.name).toBe(
      'High Tide',
    )
  })

  test('opens nothing of the sign-in routes', async () => {
    const { token } = await make('olga', ['read', 'manage'])
    const asked = async (path: string, payload: object) =>
      (
        await world.server.inject({
          method: 'POST',
          url: `/api/auth${path}`,
          payload,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        })
      ).statusCode
    expect([
      await asked('/change-password', { currentPassword: 'x', newPassword: 'seaglass seaglass' }),
      await asked('/update-user', { name: 'Mallory' }),
      await asked('/change-email', { newEmail: 'mallory@example.com' }),
    ]).toEqual([401, 401, 401])
  })
})

describe('a token stops at once', () => {
  test('when it is revoked', async () => {
    const { token, id } = await make('ed', ['read'])
    expect((await by(token, 'GET /api/projects')).status).toBe(200)
    expect((await world.as('ed', 'DELETE /api/users/me/tokens/:tokenId', { params: { tokenId: id } })).status).toBe(200)
    expect((await by(token, 'GET /api/projects')).body).toMatchObject({ status: 401, code: 'token.unknown' })
    expect(await tokens('ed')).toEqual([])
  })

  test('when its day has come', async () => {
    const { token } = await make('ed', ['read'], { expiresAt: world.services.now() + DAY_MS })
    world.pass(DAY_MS - 1)
    expect((await by(token, 'GET /api/projects')).status).toBe(200)
    world.pass(1)
    expect((await by(token, 'GET /api/projects')).status).toBe(401)
  })

  test('when its person is disabled, or gone', async () => {
    const [eds, coras] = [await make('ed', ['read']), await make('cora', ['read'])]
    await world.as('olga', 'POST /api/admin/users/:userId/disable', { params: { userId: 'ed' } })
    await world.services.database.db.deleteFrom('user').where('id', '=', 'cora').execute()
    expect([
      (await by(eds.token, 'GET /api/users/me')).status,
      (await by(coras.token, 'GET /api/users/me')).status,
    ]).toEqual([401, 401])
  })

  test('in a project that its person has left', async () => {
    const { token } = await make('ed', ['read'])
    await world.as('ed', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'ed' } })
    expect((await by(token, 'GET /api/projects/:projectId')).status).toBe(404)
  })
})

describe('limited to a project', () => {
  test('it sees no other, nor what is of none', async () => {
    const other = (await world.as('olga', 'POST /api/projects', { body: { name: 'High Tide' } })).body.id
    const { token } = await make('olga', ['read', 'manage'], { projectIds: [world.here['projectId']] })
    expect((await by(token, 'GET /api/projects')).body.items.map((project: { name: string }) => project.name)).toEqual([
      'Low Tide',
    ])
    expect((await addTrack(token)).status).toBe(200)
    const strange = await by(token, 'GET /api/projects/:projectId', { params: { projectId: other } })
    expect([strange.status, strange.body]).toEqual([
      404,
      (await by(token, 'GET /api/projects/:projectId', { params: { projectId: 'nowhere' } })).body,
    ])
    for (const key of ['GET /api/search', 'GET /api/tasks/mine', 'GET /api/inbox', 'GET /api/organizations'] as const)
      expect((await by(token, key, { query: { q: 'tide' } })).body.code).toBe('token_scope')
    expect((await by(token, 'POST /api/projects', { body: { name: 'Third' } })).body.code).toBe('token_scope')
  })

  test('it must be one that one sees', async () => {
    expect(
      (
        await world.as('olga', 'POST /api/users/me/tokens', {
          body: { name: 'x', scopes: ['read'], projectIds: [world.elsewhere.projectId] },
        })
      ).status,
    ).toBe(404)
  })

  test('it says so also when one cannot see the project any more', async () => {
    await make('lin', ['read'], { projectIds: [world.here['projectId']] })
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } })
    expect((await tokens('lin'))[0].projects).toEqual([{ id: world.here['projectId'], name: null }])
  })
})

describe('where there is a token', () => {
  test('cookies and who is signed in do not count', async () => {
    const { token, id } = await make('cora', ['read'])
    expect(
      (await world.as('olga', 'GET /api/users/me', { headers: { authorization: `Bearer ${token}` } })).body.id,
    ).toBe('cora')
    await world.as('cora', 'DELETE /api/users/me/tokens/:tokenId', { params: { tokenId: id } })
    expect(
      (await world.as('olga', 'GET /api/users/me', { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401)
  })

  test('it needs no Origin of ours', async () => {
    const { token } = await make('ed', ['manage'])
    expect(
      (await addTrack(token, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(200)
    expect(
      (
        await world.as('ed', 'POST /api/projects/:projectId/tracks', {
          body: { title: 'Salt' },
          headers: { origin: 'https://elsewhere.example' },
        })
      ).status,
    ).toBe(403)
  })

  test('other credentials of a proxy are not taken for one', async () => {
    for (const authorization of ['Basic b2xnYTp4', 'Bearer eyJhbGciOi.e30.x'])
      expect((await world.as('ed', 'GET /api/users/me', { headers: { authorization } })).body.id).toBe('ed')
  })

  test('an answer that was kept for its person is not given to it', async () => {
    const { token } = await make('ed', ['read'])
    const headers = { 'idempotency-key': 'one' }
    expect(
      (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Salt' }, headers })).status,
    ).toBe(200)
    expect((await addTrack(token, headers)).body.code).toBe('token_scope')
  })

  test('nor one that was kept for its person as an admin', async () => {
    const asked = { params: { userId: 'ed' }, headers: { 'idempotency-key': 'two' } }
    expect((await world.as('olga', 'POST /api/admin/users/:userId/sign-out', asked)).body.email).toBe('ed@example.com')
    const { token } = await make('olga', ['read', 'upload', 'notes', 'tasks', 'manage'])
    expect((await by(token, 'POST /api/admin/users/:userId/sign-out', asked)).status).toBe(404)
  })

  test('its person’s programs are held to one pace together, and told when to go on', async () => {
    const [one, other] = [await make('ed', ['read']), await make('ed', ['read'])]
    const answers = await Promise.all(
      Array.from({ length: 1210 }, (_, i) => by(i % 2 ? one.token : other.token, 'GET /api/users/me')),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1')
    world.pass(1000)
    expect((await by(one.token, 'GET /api/users/me')).status).toBe(200)
  })
})

describe('making one', () => {
  test('needs a session that is fresh', async () => {
    world.pass(DAY_MS)
    expect(
      (await world.as('ed', 'POST /api/users/me/tokens', { body: { name: 'x', scopes: ['read'] } })).body,
    ).toMatchObject({ status: 403, code: 'SESSION_IS_NOT_FRESH' })
  })

  test('asks for a name, a scope and a day that lies ahead', async () => {
    const tried = async (body: object) => (await world.as('ed', 'POST /api/users/me/tokens', { body })).body.code
    expect([
      await tried({ name: '  ', scopes: ['read'] }),
      await tried({ name: 'x', scopes: [] }),
      await tried({ name: 'x', scopes: ['admin'] }),
      await tried({ name: 'x', scopes: ['read'], expiresAt: world.services.now() }),
    ]).toEqual(['VALIDATION_ERROR', 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'token.expiry'])
  })

  test('ends at a hundred', async () => {
    for (let i = 0; i < 100; i++) await make('ed', ['read'])
    expect(
      (await world.as('ed', 'POST /api/users/me/tokens', { body: { name: 'x', scopes: ['read'] } })).body.code,
    ).toBe('token.too_many')
  })

  test('by a session that ends meanwhile comes to nothing', async () => {
    const { services } = world
    const { db } = services.database
    const scope = userScope(
      { services, db, afterCommit: (effect) => effect() },
      {
        userId: 'ed',
        name: 'Ed',
        email: 'ed@example.com',
        emailVerified: true,
        isAdmin: false,
        sessionUpdatedAt: services.now(),
        sessionId: 'ended',
      },
    )
    await expect(
      createToken(scope, { name: 'Stays', scopes: ['read'], projectIds: null, expiresAt: null }),
    ).rejects.toMatchObject({ status: 401 })
    expect(await tokens('ed')).toEqual([])
  })

  test('is told to one’s other screens', async () => {
    await make('ed', ['read'])
    expect(
      await world.services.database.db
        .selectFrom('events')
        .select(['stream_id', 'refs'])
        .where('kind', '=', 'token.changed')
        .execute(),
    ).toEqual([{ stream_id: 'user:ed', refs: '{}' }])
  })
})

test('nobody sees or revokes another’s', async () => {
  const { id } = await make('ed', ['read'])
  expect(await tokens('olga')).toEqual([])
  expect((await world.as('olga', 'DELETE /api/users/me/tokens/:tokenId', { params: { tokenId: id } })).status).toBe(404)
})
