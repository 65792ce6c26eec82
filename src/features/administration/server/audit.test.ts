import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { keepHouse } from '#server/jobs/housekeeping.jobs.ts'
import { serverScope } from '#server/scope.ts'
import type { AuditEntry } from '../audit.contract.ts'
import { aVersion, anOrganizationMember } from '#testing/row-builders.ts'

const DAY_MS = 24 * 3600_000

describe('what is done in projects', () => {
  let world: World
  beforeEach(async () => {
    const opened = await openWorld({ AUDIT_DAYS: '10' })
    // What is asked one after the other happens one after the other.
    world = {
      ...opened,
      as: (...asked) => {
        opened.pass(1)
        return opened.as(...asked)
      },
    }
  })
  afterEach(() => world.close())

  const here = () => world.here['projectId'] ?? ''
  const audit = async (query: Readonly<Record<string, string>> = {}): Promise<AuditEntry[]> =>
    (await world.as('olga', 'GET /api/admin/audit', { query })).body.items
  const kinds = async () => (await audit()).map(({ kind }) => kind)
  const invite = (by: PersonName = 'ed') =>
    world.as(by, 'POST /api/projects/:projectId/invites', { body: { role: 'listener', email: 'ana@example.com' } })
  const addVersion = async (id: string) => {
    const { body: track } = await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
    await world.services.storage.put(id, new Uint8Array([1, 2, 3]))
    await aVersion(world, { id, project_id: here(), track_id: track.id, file_name: 'a.wav', size_bytes: 3 })
    return { trackId: track.id as string, versionId: id }
  }

  test('is written down with who, when, from where and to whom', async () => {
    await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
      params: { userId: 'ed' },
      body: { role: 'listener' },
    })
    expect(await audit()).toEqual([
      {
        id: expect.any(String),
        at: expect.any(Number),
        kind: 'member.changed',
        actor: { id: 'olga', name: 'Olga' },
        subject: { id: 'ed', name: 'Ed' },
        address: '127.0.0.1',
        project: { id: here(), name: 'Low Tide' },
        organization: null,
        refs: { role: 'listener', mayDownload: 'true' },
      },
    ])
  })

  test('never holds the secret of an invitation, nor whom it was mailed to', async () => {
    const { body: made } = await invite()
    await world.as('ed', 'DELETE /api/projects/:projectId/invites/:inviteId', { params: { inviteId: made.id } })
    await world.as('ed', 'POST /api/projects/:projectId/invites/:inviteId/restore', { params: { inviteId: made.id } })
    const open = await world.as('ed', 'POST /api/projects/:projectId/invites', { body: {} })
    await world.as('stan', 'POST /api/invite/:inviteId/accept', { params: { inviteId: open.body.id } })
    expect(await kinds()).toEqual([
      'invite.accepted',
      'invite.made',
      'invite.restored',
      'invite.revoked',
      'invite.made',
    ])
    expect((await audit())[0]).toMatchObject({ actor: { id: 'stan' }, project: { id: here() } })
    const kept = JSON.stringify(await world.services.database.db.selectFrom('audit').selectAll().execute())
    for (const secret of [made.id, open.body.id, 'ana@example.com']) expect(kept).not.toContain(secret)
  })

  test('is nothing when it was refused, and once when it was sent twice', async () => {
    expect((await invite('lin')).status).toBe(403)
    const twice = () =>
      world.as('ed', 'POST /api/projects/:projectId/invites', { body: {}, headers: { 'idempotency-key': 'once' } })
    await twice()
    await twice()
    expect(await kinds()).toEqual(['invite.made'])
  })

  test('is told of share links and of what guests download, once a file', async () => {
    const { trackId } = await addVersion('kiln1')
    const {
      body: {
        items: [share],
      },
    } = await world.as('olga', 'POST /api/projects/:projectId/shares', {
      body: {
        what: { kind: 'project', latestOnly: false },
        may: { comment: false, seeNotes: false, approve: false, download: true, upload: false },
      },
    })
    const guest = new GuestBrowser(world)
    await guest.open(share.url)
    await guest.say('Ann')
    for (const range of ['bytes=0-1', 'bytes=2-2'])
      await guest.ask('GET /api/projects/:projectId/tracks/:trackId/download', {
        params: { trackId },
        headers: { range },
      })
    await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/download', { params: { trackId } })
    await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/download', {
      params: { trackId },
      query: { version: 'kiln1' },
    })
    await world.as('ed', 'HEAD /api/projects/:projectId/tracks/:trackId/download', { params: { trackId } })
    await world.as('olga', 'DELETE /api/projects/:projectId/shares/:shareId', { params: { shareId: share.id } })
    expect((await audit()).map(({ kind, actor, refs }) => [kind, actor?.name, refs])).toEqual([
      ['share.revoked', 'Olga', { shareId: share.id }],
      ['original.downloaded', 'Ed', { trackId, version: 'kiln1' }],
      ['original.downloaded', 'Ann', { trackId }],
      ['share.made', 'Olga', {}],
    ])
  })

  test('is told of deletions', async () => {
    const { trackId, versionId } = await addVersion('kiln1')
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
      params: { trackId, versionId },
    })
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { trackId } })
    await world.as('olga', 'DELETE /api/projects/:projectId')
    await world.as('olga', 'POST /api/projects/:projectId/restore')
    expect(await kinds()).toEqual(['project.restored', 'project.deleted', 'track.deleted', 'version.deleted'])
  })

  test('is found by topic, person and time, page by page', async () => {
    await invite()
    world.pass(DAY_MS)
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'ed' } })
    await world.as('olga', 'POST /api/projects/:projectId/members/:userId/restore', { params: { userId: 'ed' } })
    const since = String(world.services.now() - 1)
    expect((await audit({ topic: 'member' })).map(({ kind }) => kind)).toEqual(['member.restored', 'member.removed'])
    expect((await audit({ personId: 'ed' })).length).toBe(3)
    expect((await audit({ personId: 'lin' })).length).toBe(0)
    expect((await audit({ before: since })).map(({ kind }) => kind)).toEqual(['invite.made'])
    expect((await audit({ from: since, topic: 'invite' })).length).toBe(0)
    const first = (await world.as('olga', 'GET /api/admin/audit', { query: { limit: '2' } })).body
    expect(
      (await world.as('olga', 'GET /api/admin/audit', { query: { limit: '2', cursor: first.nextCursor } })).body,
    ).toMatchObject({ items: [{ kind: 'invite.made' }], nextCursor: null })
    expect((await world.as('olga', 'GET /api/admin/audit', { query: { topic: 'nothing' } })).status).toBe(400)
  })

  test('goes out as a table in which no name is a formula, which is written down as well', async () => {
    await world.services.database.db.updateTable('user').set({ name: '=1+"2"' }).where('id', '=', 'ed').execute()
    for (let i = 0; i < 3; i++) await invite()
    const { raw, headers } = await world.as('olga', 'GET /api/admin/audit.csv', { query: { topic: 'invite' } })
    const lines = raw.toString().trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('"at","kind","actor id"')
    expect(lines[1]).toContain(`"invite.made","ed","'=1+""2""","",""`)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-2026-11-20.csv"$/)
    expect((await kinds())[0]).toBe('admin.log_exported')
  })

  test('is forgotten after the days that are configured', async () => {
    await invite()
    world.pass(9 * DAY_MS)
    await keepHouse(serverScope(world.services))
    expect(await kinds()).toEqual(['invite.made'])
    world.pass(2 * DAY_MS)
    await keepHouse(serverScope(world.services))
    expect(await kinds()).toEqual([])
  })

  test('in an organization is told to its admins without addresses, and to nobody else', async () => {
    const { db } = world.services.database
    await db.updateTable('projects').set({ organization_id: 'label' }).where('id', '=', here()).execute()
    await anOrganizationMember(world, { userId: 'lin' })
    await invite()
    await world.as('stan', 'DELETE /api/projects/:projectId', { params: world.elsewhere })
    const own = await world.as('olga', 'GET /api/organizations/:organizationId/audit')
    expect(own.body.items).toMatchObject([
      { kind: 'invite.made', actor: { name: 'Ed' }, address: null, organization: { id: 'label', name: 'Night Label' } },
    ])
    for (const person of ['lin', 'ed'] as const)
      expect((await world.as(person, 'GET /api/organizations/:organizationId/audit')).status).toBe(404)
  })
})

describe('what is done with accounts', () => {
  let rig: Rig
  let root: Browser, nora: Browser
  let noraId: string
  beforeEach(async () => {
    rig = await openRig()
    root = await rig.person('Root')
    rig.world.pass(1)
    nora = await rig.person('Nora', { username: 'nora_b' })
    noraId = (await nora.session()).user.id
    rig.world.pass(1)
  })
  afterEach(() => rig.close())

  const api = (one: Browser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    one.send(
      method,
      `/api${path}`,
      { origin: 'http://localhost:3000', ...(body !== undefined && { 'content-type': 'application/json' }) },
      body === undefined ? undefined : JSON.stringify(body),
    )
  /** Since the two came. */
  const told = async () => {
    rig.world.pass(1)
    const { items }: { items: AuditEntry[] } = (
      await api(root, 'GET', `/admin/audit?limit=200&from=${rig.world.services.now() - 1}`)
    ).body
    return items
  }
  const during = async (work: () => Promise<unknown>) => {
    const from = rig.world.services.now()
    await work()
    const { items }: { items: AuditEntry[] } = (await api(root, 'GET', `/admin/audit?limit=200&from=${from}`)).body
    rig.world.pass(1)
    return items.map(
      ({ kind, actor, subject, refs }) => [kind, actor?.name ?? null, subject?.name ?? null, refs] as const,
    )
  }

  test('is told of sign-ups and of every way in', async () => {
    expect((await told()).length).toBe(0)
    const all: AuditEntry[] = (await api(root, 'GET', '/admin/audit')).body.items
    expect(all.map(({ kind, actor }) => `${kind} ${actor?.name}`).toSorted()).toEqual([
      'account.created Nora',
      'account.created Root',
      'sign_in.done Nora',
      'sign_in.done Root',
    ])
    expect(await during(() => rig.browser().signIn('Nora'))).toEqual([['sign_in.done', 'Nora', null, { way: 'email' }]])
    expect(
      await during(() => rig.browser().post('/sign-in/username', { username: 'nora_b', password: passwordOf('Nora') })),
    ).toEqual([['sign_in.done', 'Nora', null, { way: 'username' }]])
  })

  test('is told of ways that were not open, and of whose they were tried at, never of what was typed', async () => {
    const away = rig.browser({ address: '203.0.113.7' })
    expect(await during(() => away.signIn('Nora', { password: 'a wrong password' }))).toEqual([
      ['sign_in.failed', null, 'Nora', { way: 'email', reason: 'INVALID_EMAIL_OR_PASSWORD' }],
    ])
    expect(await during(() => away.signIn('Nobody'))).toEqual([
      ['sign_in.failed', null, null, { way: 'email', reason: 'INVALID_EMAIL_OR_PASSWORD' }],
    ])
    expect(
      ((await api(root, 'GET', '/admin/audit?topic=sign_in&limit=1')).body.items as AuditEntry[])[0]?.address,
    ).toBe('203.0.113.7')
    const kept = JSON.stringify(await rig.world.services.database.db.selectFrom('audit').selectAll().execute())
    expect(kept).not.toMatch(/nobody|a wrong password|nora@/i)
  })

  test('is told of passwords, addresses and sessions', async () => {
    const changed = await during(() =>
      nora.post('/change-password', {
        currentPassword: passwordOf('Nora'),
        newPassword: 'a longer password',
        revokeOtherSessions: true,
      }),
    )
    expect(changed).toEqual([['password.changed', 'Nora', null, {}]])
    await rig.settle()
    await rig.emptyMail()
    await nora.post('/forget-password', { email: 'nora@example.com', redirectTo: '/login' })
    const link = await rig.link('nora@example.com', /password/i)
    const token = /reset-password\/([^?]+)/.exec(link)?.[1]
    expect(
      await during(() => rig.browser().post('/reset-password', { token, newPassword: 'yet another password' })),
    ).toEqual([['password.reset', 'Nora', null, {}]])
    await nora.signIn('Nora', { password: 'yet another password' })
    rig.world.pass(1)
    expect(
      (await during(() => nora.post('/change-email', { newEmail: 'nora@new.example' }))).map(([kind]) => kind),
    ).toEqual(['email.changed'])
    expect((await during(() => nora.post('/revoke-other-sessions'))).map(([kind]) => kind)).toEqual(['sessions.ended'])
  })

  test('is told of accounts that go', async () => {
    expect(await during(() => nora.post('/delete-user', { password: passwordOf('Nora') }))).toEqual([
      ['account.deleted', null, null, {}],
    ])
  })

  test('is told of organizations: who may do what in them', async () => {
    const made = await root.post('/organization/create', { name: 'Label', slug: 'label' })
    const organizationId = made.body.id
    rig.world.pass(1)
    const { body: invitation } = await root.post('/organization/invite-member', {
      email: 'nora@example.com',
      role: 'member',
      organizationId,
    })
    rig.world.pass(1)
    expect(await during(() => nora.post('/organization/accept-invitation', { invitationId: invitation.id }))).toEqual([
      ['organization.joined', 'Nora', null, { role: 'member' }],
    ])
    const { members } = (await root.get(`/organization/get-full-organization?organizationId=${organizationId}`)).body
    const memberId = members.find(({ userId }: { userId: string }) => userId === noraId).id
    expect(
      await during(() => root.post('/organization/update-member-role', { memberId, role: 'admin', organizationId })),
    ).toEqual([['organization.role_changed', 'Root', 'Nora', { role: 'admin' }]])
    expect(
      await during(() => root.post('/organization/remove-member', { memberIdOrEmail: memberId, organizationId })),
    ).toEqual([['organization.member_removed', 'Root', 'Nora', {}]])
    const own: AuditEntry[] = (await api(root, 'GET', `/organizations/${organizationId}/audit`)).body.items
    expect(own.map(({ kind }) => kind)).toEqual([
      'organization.member_removed',
      'organization.role_changed',
      'organization.joined',
      'organization.invited',
      'organization.created',
    ])
    expect(JSON.stringify(own)).not.toContain(invitation.id)
  })

  test('by admins is told, and they see who is signed in where and end it', async () => {
    const session = async () =>
      (
        (await api(root, 'GET', '/admin/sessions')).body.items as {
          id: string
          person: { id: string; name: string }
          address: string | null
        }[]
      ).find(({ person }) => person.id === noraId)
    expect(await session()).toMatchObject({ person: { name: 'Nora' }, address: '127.0.0.1' })
    const sessionId = (await session())?.id ?? ''
    expect(await during(() => api(root, 'DELETE', `/admin/sessions/${sessionId}`))).toEqual([
      ['admin.session_ended', 'Root', 'Nora', { sessionId, userId: noraId }],
    ])
    expect((await api(nora, 'GET', '/users/me')).status).toBe(401)
    expect((await api(root, 'DELETE', `/admin/sessions/${sessionId}`)).status).toBe(404)
    await nora.signIn('Nora')
    rig.world.pass(1)
    expect(await during(() => api(root, 'POST', `/admin/users/${noraId}/sign-out`))).toEqual([
      ['admin.signed_out', 'Root', 'Nora', {}],
    ])
    expect([(await api(nora, 'GET', '/users/me')).status, await session()]).toEqual([401, undefined])
  })

  test('by admins: they make others admins, but the last one stays', async () => {
    const rootId = (await root.session()).user.id
    expect(await api(root, 'POST', `/admin/users/${rootId}/unmake-admin`)).toMatchObject({
      status: 409,
      body: { code: 'account.last_admin' },
    })
    expect(await during(() => api(root, 'POST', `/admin/users/${noraId}/make-admin`))).toEqual([
      ['admin.made', 'Root', 'Nora', {}],
    ])
    expect((await api(nora, 'GET', '/admin/users')).status).toBe(200)
    await api(root, 'POST', `/admin/users/${noraId}/disable`)
    expect((await api(root, 'POST', `/admin/users/${rootId}/unmake-admin`)).status).toBe(409)
    await api(root, 'POST', `/admin/users/${noraId}/enable`)
    await nora.signIn('Nora')
    expect((await api(nora, 'POST', `/admin/users/${rootId}/unmake-admin`)).body.isAdmin).toBe(false)
    expect((await api(root, 'GET', '/admin/users')).status).toBe(404)
    expect((await api(nora, 'POST', '/admin/users/nosuch/make-admin')).status).toBe(404)
  })

  test('by admins: a link they hand over lets somebody choose a new password, once and for an hour', async () => {
    // The sign-in library goes by the machine's clock.
    rig.world.pass(Date.now() - rig.world.services.now())
    const { url } = (await api(root, 'POST', `/admin/users/${noraId}/password-link`)).body
    const leads = await rig.browser().open(url)
    expect([leads.status, leads.location]).toEqual([302, expect.stringMatching(/\/login\?token=/)])
    const token = new URL(leads.location ?? '', 'http://localhost').searchParams.get('token')
    expect((await rig.browser().post('/reset-password', { token, newPassword: 'handed over by Root' })).status).toBe(
      200,
    )
    expect((await rig.browser().post('/reset-password', { token, newPassword: 'a second time' })).status).toBe(400)
    expect((await nora.signIn('Nora', { password: 'handed over by Root' })).status).toBe(200)
    expect((await api(root, 'POST', '/admin/users/nosuch/password-link')).status).toBe(404)
    const kept = JSON.stringify(await rig.world.services.database.db.selectFrom('audit').selectAll().execute())
    expect(kept).not.toContain(token)
  })
})
