import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openRig, type Browser, type Rig } from '#testing/auth-rig.ts'
import { aMembership } from '#testing/row-builders.ts'

let rig: Rig
/**
 * Olga owns the label, Ada administers it, Mel and Tim are members, Tim alone is in the mixing team, Stan is outside.
 */
let olga: Browser, ada: Browser, mel: Browser, tim: Browser, stan: Browser
let label: string, mixing: string, project: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  rig = await openRig()
  await rig.person('Root')
  olga = await rig.person('Olga')
  label = (await olga.post('/organization/create', { name: 'Night Label', slug: 'night' })).body.id
  ada = await rig.person('Ada')
  mel = await rig.person('Mel')
  tim = await rig.person('Tim')
  stan = await rig.person('Stan')
  for (const [name, one, role] of [
    ['ada', ada, 'admin'],
    ['mel', mel, 'member'],
    ['tim', tim, 'member'],
  ] as const) {
    const { id } = (await olga.post('/organization/invite-member', { email: `${name}@example.com`, role })).body
    ids[name] = (await one.post('/organization/accept-invitation', { invitationId: id })).body.member.userId
  }
  mixing = (await olga.post('/organization/create-team', { name: 'Mixing', organizationId: label })).body.id
  await olga.post('/organization/add-team-member', { teamId: mixing, userId: ids['tim'], organizationId: label })
  project = (await api(olga, 'POST', '/projects', { name: 'Low Tide', organizationId: label })).body.id
})
afterAll(() => rig.close())

function api(one: Browser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  return one.send(
    method,
    `/api${path}`,
    { origin: 'http://localhost:3000', ...(body !== undefined && { 'content-type': 'application/json' }) },
    body === undefined ? undefined : JSON.stringify(body),
  )
}
const grant = (body: object, by: Browser = olga) => api(by, 'PATCH', `/projects/${project}`, body)
const roleOf = async (one: Browser) =>
  (await api(one, 'GET', '/projects')).body.items.find(({ id }: { id: string }) => id === project)?.role
const see = async (one: Browser) => (await api(one, 'GET', `/projects/${project}/members`)).status

describe('a project of an organization', () => {
  test('is owned by its owners and admins, and seen by its members as commenters', async () => {
    expect((await api(olga, 'GET', '/projects')).body.items[0]).toMatchObject({
      organizationId: label,
      teamId: null,
      organizationRole: 'commenter',
      organizationMayDownload: true,
    })
    expect([await roleOf(olga), await roleOf(ada), await roleOf(mel), await roleOf(stan)]).toEqual([
      'owner',
      'owner',
      'commenter',
      undefined,
    ])
    expect([await see(ada), await see(mel), await see(stan)]).toEqual([200, 200, 404])
    expect((await grant({ name: 'High Tide' }, mel)).status).toBe(403)
    expect((await grant({ name: 'Low Tide' }, ada)).status).toBe(200)
  })

  test('gives its members another role, or none', async () => {
    await grant({ organizationRole: 'listener', organizationMayDownload: false })
    expect((await api(mel, 'GET', '/projects')).body.items[0]).toMatchObject({ role: 'listener', mayDownload: false })
    await grant({ organizationRole: null })
    expect([await see(mel), await see(ada)]).toEqual([404, 200])
    expect((await grant({ organizationRole: 'owner' })).status).toBe(400)
  })

  test('may be for one team alone', async () => {
    await grant({ organizationRole: 'editor', organizationMayDownload: true, teamId: mixing })
    expect([await roleOf(tim), await roleOf(mel), await roleOf(ada)]).toEqual(['editor', undefined, 'owner'])
    expect((await grant({ teamId: 'nosuchteam' })).body.code).toBe('team.not_here')
    await olga.post('/organization/remove-team-member', { teamId: mixing, userId: ids['tim'], organizationId: label })
    expect(await see(tim)).toBe(404)
    await olga.post('/organization/add-team-member', { teamId: mixing, userId: ids['tim'], organizationId: label })
    expect(await see(tim)).toBe(200)
  })

  test('unites every way in: the better role and the download of either', async () => {
    const { db } = rig.world.services.database
    await grant({ organizationRole: 'listener', organizationMayDownload: true, teamId: null })
    await aMembership(rig.world, { project_id: project, user_id: ids['mel'] ?? '', may_download: 0 })
    expect((await api(mel, 'GET', '/projects')).body.items[0]).toMatchObject({ role: 'editor', mayDownload: true })
    await db
      .deleteFrom('memberships')
      .where('user_id', '=', ids['mel'] ?? '')
      .execute()
  })

  test('is moved by its owners alone, and into an organization one is in', async () => {
    const own = (await api(stan, 'POST', '/projects', { name: 'Night Bus' })).body.id
    expect((await api(stan, 'PATCH', `/projects/${own}`, { organizationId: label })).body.code).toBe(
      'organization.not_yours',
    )
    expect((await api(stan, 'POST', '/projects', { name: 'X', organizationId: label })).body.code).toBe(
      'organization.not_yours',
    )
    expect((await grant({ organizationRole: 'editor' }, tim)).status).toBe(403)
    const mine = (await api(mel, 'POST', '/projects', { name: 'Mel’s demo' })).body.id
    expect((await api(mel, 'PATCH', `/projects/${mine}`, { organizationId: label })).body).toMatchObject({
      organizationId: label,
      organizationRole: 'commenter',
    })
    expect((await api(ada, 'PATCH', `/projects/${mine}`, { organizationId: null })).status).toBe(200)
    expect((await api(ada, 'GET', `/projects/${mine}/members`)).status).toBe(404)
  })

  test('gives tasks to everybody it lets in, and they find them', async () => {
    await grant({ organizationRole: 'commenter', teamId: null })
    expect(
      (await api(olga, 'POST', `/projects/${project}/tasks`, { title: 'Louder', assigneeId: ids['tim'] })).status,
    ).toBe(200)
    expect(
      (await api(tim, 'GET', '/users/me/tasks')).body.items ?? (await api(tim, 'GET', '/tasks/mine')).body.items,
    ).toMatchObject([{ title: 'Louder' }])
    expect(
      (
        await api(olga, 'POST', `/projects/${project}/tasks`, {
          title: 'X',
          assigneeId: (await stan.session()).user.id,
        })
      ).status,
    ).toBeGreaterThanOrEqual(400)
  })

  test('tells everybody it lets in, by whatever way', async () => {
    const people = (await api(mel, 'GET', `/projects/${project}/people`)).body.items
    expect(people).toMatchObject([
      { person: { name: 'Ada' }, role: 'owner', isMember: false, byOrganization: true },
      { person: { name: 'Mel' }, role: 'commenter' },
      { person: { name: 'Olga' }, role: 'owner', isMember: true },
      { person: { name: 'Tim' } },
    ])
    const first = (await api(mel, 'GET', `/projects/${project}/people?limit=3`)).body
    expect(
      (await api(mel, 'GET', `/projects/${project}/people?limit=3&cursor=${first.nextCursor}`)).body,
    ).toMatchObject({ items: [{ person: { name: 'Tim' } }], nextCursor: null })
  })

  test('is listed in its organization', async () => {
    expect((await api(mel, 'GET', `/organizations/${label}/projects`)).body.items).toMatchObject([
      { id: project, organizationRole: 'commenter' },
    ])
    expect((await api(mel, 'GET', `/projects?organizationId=${label}`)).body.items).toHaveLength(1)
    await grant({ organizationRole: null })
    expect((await api(mel, 'GET', `/organizations/${label}/projects`)).body.items).toEqual([])
    expect((await api(ada, 'GET', `/organizations/${label}/projects`)).body.items).toHaveLength(1)
    await grant({ organizationRole: 'commenter' })
  })

  test('whose team is removed is seen by no plain member', async () => {
    const team = (await olga.post('/organization/create-team', { name: 'Gone', organizationId: label })).body.id
    await grant({ teamId: team })
    await olga.post('/organization/remove-team', { teamId: team, organizationId: label })
    expect([await see(mel), await see(tim), await see(ada)]).toEqual([404, 404, 200])
    await grant({ organizationRole: 'commenter', teamId: null })
  })
})

describe('an organization', () => {
  test('is known to its members, with their roles and what they may', async () => {
    expect((await api(olga, 'GET', '/organizations')).body).toMatchObject({
      items: [
        {
          id: label,
          name: 'Night Label',
          slug: 'night',
          memberCount: 4,
          projectCount: 1,
          roles: ['owner'],
          may: { edit: true, delete: true, manageMembers: true, manageTeams: true, leave: false },
        },
      ],
      nextCursor: null,
    })
    expect((await api(mel, 'GET', `/organizations/${label}`)).body).toMatchObject({
      roles: ['member'],
      may: { edit: false, delete: false, manageMembers: false, manageTeams: false, leave: true },
    })
    for (const path of ['', '/members', '/teams', '/projects'])
      expect((await api(stan, 'GET', `/organizations/${label}${path}`)).body).toEqual(
        (await api(stan, 'GET', `/organizations/nosuch${path}`)).body,
      )
    expect((await api(stan, 'GET', `/organizations/${label}/members`)).status).toBe(404)
  })

  test('tells names to members, addresses to those who manage', async () => {
    const seenBy = async (one: Browser) => (await api(one, 'GET', `/organizations/${label}/members`)).body.items
    expect(await seenBy(ada)).toMatchObject([
      { person: { name: 'Olga' }, email: 'olga@example.com', roles: ['owner'] },
      { person: { name: 'Ada' }, roles: ['admin'] },
      { person: { name: 'Mel' }, email: 'mel@example.com' },
      { person: { name: 'Tim' }, teamIds: [mixing] },
    ])
    expect((await seenBy(mel)).map(({ email }: { email: string | null }) => email)).toEqual([
      null,
      null,
      'mel@example.com',
      null,
    ])
    const first = (await api(mel, 'GET', `/organizations/${label}/members?limit=3`)).body
    expect(
      (await api(mel, 'GET', `/organizations/${label}/members?limit=3&cursor=${first.nextCursor}`)).body,
    ).toMatchObject({ items: [{ person: { name: 'Tim' } }], nextCursor: null })
    expect((await api(mel, 'GET', `/organizations/${label}/teams`)).body.items).toMatchObject([
      { name: 'Mixing', members: [{ name: 'Tim' }] },
      { name: 'Night Label', members: [{ name: 'Olga' }] },
    ])
  })

  test('makes people known to each other, and to nobody else', async () => {
    expect((await api(mel, 'GET', `/users/${ids['tim']}`)).body).toEqual({
      id: ids['tim'],
      name: 'Tim',
      username: null,
      image: null,
    })
    expect((await api(stan, 'GET', `/users/${ids['tim']}`)).status).toBe(404)
  })
})

describe('somebody removed from it', () => {
  test('loses its projects at once, on open connections too', async () => {
    await rig.world.server.listen({ port: 0, host: '127.0.0.1' })
    const address = rig.world.server.server.address()
    const cookie = [...mel.jar].map((pair) => pair.join('=')).join('; ')
    const socket = new WebSocket(
      `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api/live`,
      { headers: { cookie } },
    )
    await once(socket, 'open')
    const heard: { type: string; stream?: string }[] = []
    const waiting: (() => void)[] = []
    socket.on('message', (data) => {
      heard.push(JSON.parse(data.toString()))
      waiting.splice(0).forEach((go) => go())
    })
    const hear = async (type: string) => {
      while (!heard.some((message) => message.type === type))
        await new Promise<void>((resolve) => waiting.push(resolve))
    }
    socket.send(JSON.stringify({ type: 'follow', stream: `project:${project}`, cursor: null }))
    await hear('following')
    await olga.post('/organization/remove-member', { memberIdOrEmail: 'mel@example.com', organizationId: label })
    expect(await see(mel)).toBe(404)
    await hear('lost')
    expect(heard.at(-1)).toEqual({ type: 'lost', stream: `project:${project}` })
    socket.close()
    expect((await api(mel, 'GET', `/users/${ids['tim']}`)).status).toBe(404)
  })
})

describe('a deleted organization', () => {
  test('leaves its projects to its owners', async () => {
    const made = (await stan.post('/organization/create', { name: 'Short', slug: 'short' })).body.id
    await tim.post('/organization/accept-invitation', {
      invitationId: (await stan.post('/organization/invite-member', { email: 'tim@example.com', role: 'member' })).body
        .id,
    })
    const song = (await api(tim, 'POST', '/projects', { name: 'Song', organizationId: made })).body.id
    await stan.post('/organization/delete', { organizationId: made })
    expect(
      (await api(stan, 'GET', '/projects')).body.items.find(({ id }: { id: string }) => id === song),
    ).toMatchObject({ role: 'owner', organizationId: null })
    expect((await api(tim, 'GET', `/projects/${song}/members`)).body.items).toHaveLength(2)
  })
})
