import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, openRig, type Browser, type Rig } from '#testing/auth-rig.ts'
import { storedDate } from '../db/stored-date.ts'

const DAY = 86_400_000
let rig: Rig
/** Root signed up first and administers the server. Nora and Stan do not. */
let root: Browser, nora: Browser, stan: Browser
let noraId: string, stanId: string, rootId: string

beforeAll(async () => {
  rig = await openRig({ ORGANIZATIONS_PER_PERSON: '3' })
  root = await rig.person('Root')
  nora = await rig.person('Nora')
  stan = await rig.person('Stan')
  ;[rootId, noraId, stanId] = (await Promise.all([root, nora, stan].map(idOf))) as [string, string, string]
})
afterAll(() => rig.close())

const db = () => rig.world.services.database.db
const idOf = async (one: Browser): Promise<string> => (await one.session()).user.id
const create = (one: Browser, slug: string, userId?: unknown, more: object = {}) =>
  one.post('/organization/create', { name: `The ${slug}`, slug, userId, ...more })
const rowsOf = (userId: string) =>
  db().selectFrom('session').selectAll().where('userId', '=', userId).orderBy('id').execute()
const isThere = async (slug: string) =>
  (await db().selectFrom('organization').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined
const eventsOf = (userId: string) =>
  db().selectFrom('events').select(['kind', 'refs']).where('stream_id', '=', `user:${userId}`).orderBy('seq').execute()

describe('an organization for somebody else', () => {
  test('is theirs: the server’s admin makes it, and is no member', async () => {
    const made = await create(root, 'for-nora', noraId, {
      logo: 'https://example.com/n.png',
      metadata: { genre: 'dub' },
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        id: expect.any(String),
        name: 'The for-nora',
        slug: 'for-nora',
        logo: 'https://example.com/n.png',
        metadata: { genre: 'dub' },
        members: [{ role: 'owner', userId: noraId, teamId: expect.any(String) }],
      },
    })
    expect(made.body).not.toHaveProperty('userId')
    const members = db()
      .selectFrom('member')
      .select(['userId', 'role', 'teamId'])
      .where('organizationId', '=', made.body.id)
    expect(await members.execute()).toEqual([{ userId: noraId, role: 'owner', teamId: made.body.members[0].teamId }])
    expect((await nora.get('/organization/list')).body.map((one: { slug: string }) => one.slug)).toContain('for-nora')
    expect((await root.get('/organization/list')).body).toEqual([])
    expect(
      (await nora.post('/organization/update', { organizationId: made.body.id, data: { name: 'Nora’s own' } })).status,
    ).toBe(200)
    expect(
      (await root.post('/organization/update', { organizationId: made.body.id, data: { name: 'Root’s' } })).status,
    ).toBe(400)
  })

  test('leaves the admin’s session as it is, also one that is due to be extended, and theirs', async () => {
    const own = await create(root, 'root-own')
    const due = { updatedAt: storedDate(Date.now() - 3 * DAY), expiresAt: storedDate(Date.now() + 4 * DAY) }
    await db().updateTable('session').set(due).where('userId', '=', rootId).execute()
    const before = await Promise.all([rowsOf(rootId), rowsOf(noraId)])
    expect(before[0]).toMatchObject([{ activeOrganizationId: own.body.id }])
    const made = await create(root, 'for-nora-2', noraId, { keepCurrentActiveOrganization: false })
    expect(made).toMatchObject({ status: 200, cookies: [] })
    expect(await Promise.all([rowsOf(rootId), rowsOf(noraId)])).toEqual(before)
  })

  test('is written down with who made it and for whom, and told to its owner’s open pages', async () => {
    const before = await eventsOf(stanId)
    const {
      body: { id },
    } = await create(root, 'for-stan', stanId)
    const lines = db()
      .selectFrom('audit')
      .select(['kind', 'actor_id', 'subject_id', 'address'])
      .where('organization_id', '=', id)
    expect(await lines.execute()).toEqual([
      { kind: 'organization.created', actor_id: rootId, subject_id: stanId, address: '127.0.0.1' },
    ])
    const newEvents = (await eventsOf(stanId)).slice(before.length)
    expect(new Set(newEvents.map(({ kind }) => kind))).toEqual(new Set(['organization.changed']))
    expect(newEvents.map(({ refs }) => JSON.parse(refs).organizationId)).toContain(id)
  })

  test.each([
    ['a slug that is taken', async () => ({ slug: 'for-nora' }), 400, 'Organization already exists'],
    ['somebody who is not there', async () => ({ userId: 'nobody' }), 400, 'User not found'],
    ['an id that is no text', async () => ({ userId: { a: 1 } }), 400, 'Invalid body parameters'],
    ['no name', async () => ({ name: undefined }), 400, 'Invalid body parameters'],
    ['a name with nothing to see in it', async () => ({ name: '\u200b' }), 400, 'Invalid body parameters'],
    ['a disabled person', async () => ({ userId: await disabled('Dora') }), 403, 'This account is disabled'],
    [
      'somebody in as many as one may be',
      async () => ({ userId: await withThree('Fay') }),
      403,
      'You have reached the maximum number of organizations',
    ],
  ] as const)('is refused: %s', async (name, wrong, status, message) => {
    const body = { name: 'X', slug: `refused-${name.replaceAll(/\W/g, '')}`, userId: noraId, ...(await wrong()) }
    const rows = async () => [
      await db().selectFrom('organization').select('id').execute(),
      await db().selectFrom('audit').select('id').where('kind', '=', 'organization.created').execute(),
    ]
    const before = await rows()
    expect(await root.post('/organization/create', body)).toMatchObject({ status, body: { message } })
    expect(await rows()).toEqual(before)
  })

  test('is made once when it is sent twice at the same moment', async () => {
    const owner = await idOf(await rig.person('Once'))
    const made = await Promise.all([create(root, 'once', owner), create(root, 'once', owner)])
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await db().selectFrom('organization').select('id').where('slug', '=', 'once').execute()).toHaveLength(1)
    expect(await db().selectFrom('member').select('id').where('userId', '=', owner).execute()).toHaveLength(1)
  })

  test('counts theirs, not the admin’s, and the last one is made once', async () => {
    const owner = await idOf(await rig.person('Full'))
    for (const slug of ['full-1', 'full-2']) await create(root, slug, owner)
    const made = await Promise.all(['full-3', 'full-4'].map((slug) => create(root, slug, owner)))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await create(root, 'full-other', await idOf(await rig.person('Empty')))).status).toBe(200)
  })

  test('is for the server’s admin alone', async () => {
    const refused = { status: 403, body: { message: 'You are not allowed to create a new organization' } }
    for (const one of [stan, nora]) expect(await create(one, 'not-mine', rootId)).toMatchObject(refused)
    expect((await create(rig.browser(), 'not-mine', noraId)).status).toBe(401)
    expect(await isThere('not-mine')).toBe(false)
  })

  test('naming oneself, or nobody, is creating one’s own', async () => {
    const own = await create(nora, 'nora-own', noraId)
    expect(own).toMatchObject({ status: 200, body: { members: [{ userId: noraId, role: 'owner' }] } })
    expect((await nora.session('?disableCookieCache=true')).session.activeOrganizationId).toBe(own.body.id)
    for (const [slug, nobody] of [
      ['a', null],
      ['b', ''],
    ] as const) {
      expect((await create(await rig.person(`Nobody${slug}`), `nobody-${slug}`, nobody)).status).toBe(200)
    }
  })

  test('is not made by a session of the admin’s that has ended, or once they are admin no more', async () => {
    const away = rig.browser()
    await away.signIn('Root')
    const copy = new Map(away.jar)
    await away.post('/sign-out')
    for (const [name, value] of copy) away.jar.set(name, value)
    expect((await create(away, 'ended', noraId)).status).toBe(401)

    const late = rig.browser()
    await late.signIn('Root')
    const { token } = (await late.session()).session
    await db()
      .updateTable('session')
      .set({ expiresAt: storedDate(Date.now() - 1000) })
      .where('token', '=', token)
      .execute()
    expect((await create(late, 'ended', noraId)).status).toBe(401)

    await db().updateTable('standings').set({ is_admin: 0 }).where('user_id', '=', rootId).execute()
    expect((await create(root, 'ended', stanId)).status).toBe(403)
    await db().updateTable('standings').set({ is_admin: 1 }).where('user_id', '=', rootId).execute()
    expect(await isThere('ended')).toBe(false)
  })

  test('follows who may create organizations: where nobody may, the admin may not either', async () => {
    for (const [who, status] of [
      ['admins', 200],
      ['nobody', 403],
    ] as const) {
      const other = await openRig({ CREATE_ORGANIZATIONS: who })
      const [admin, bo] = [await other.person('Al'), await other.person('Bo')]
      expect((await create(admin, 'x', await idOf(bo))).status).toBe(status)
      await other.close()
    }
  })
})

async function disabled(name: string): Promise<string> {
  const found = await db().selectFrom('user').select('id').where('email', '=', emailOf(name)).executeTakeFirst()
  if (found) return found.id
  const id = await idOf(await rig.person(name))
  await db()
    .updateTable('user')
    .set({ disabledAt: storedDate(Date.now()) })
    .where('id', '=', id)
    .execute()
  return id
}

async function withThree(name: string): Promise<string> {
  const found = await db().selectFrom('user').select('id').where('email', '=', emailOf(name)).executeTakeFirst()
  if (found) return found.id
  const one = await rig.person(name)
  for (const slug of ['one', 'two', 'three']) await create(one, `${name.toLowerCase()}-${slug}`)
  return idOf(one)
}
