import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openRig, type Browser, type Rig } from '#testing/auth-rig.ts'

const HOUR_MS = 3600_000
let rig: Rig
let olga: Browser, ada: Browser, mel: Browser
let label: string

beforeAll(async () => {
  rig = await openRig()
  olga = await rig.person('Olga')
  ada = await rig.person('Ada')
  mel = await rig.person('Mel')
  label = (await olga.post('/organization/create', { name: 'Night Label', slug: 'night-label' })).body.id
  for (const [one, email, role] of [
    [ada, 'ada@example.com', 'admin'],
    [mel, 'mel@example.com', 'member'],
  ] as const)
    await one.post('/organization/accept-invitation', { invitationId: (await invite(email, role)).body.id })
})
afterAll(() => rig.close())
afterEach(() => {
  vi.useRealTimers()
})

const invite = (email: string, role: string | string[] = 'member', by: Browser = olga, more: object = {}) =>
  by.post('/organization/invite-member', { organizationId: label, email, role, ...more })
const accept = (one: Browser, invitationId: string) => one.post('/organization/accept-invitation', { invitationId })
const reject = (one: Browser, invitationId: string) => one.post('/organization/reject-invitation', { invitationId })

/** Stops the clock, this much later. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

describe('inviting', () => {
  test('makes a pending invitation of 48 hours and mails its link', async () => {
    pass(0)
    const { status, body } = await invite('Nils@Example.com', 'member')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        id: expect.any(String),
        email: 'nils@example.com',
        role: 'member',
        status: 'pending',
        organizationId: label,
        inviterId: expect.any(String),
        teamId: null,
      },
    })
    expect(Math.round((new Date(body.expiresAt).getTime() - Date.now()) / 1000)).toBeCloseTo(172_800, -1)
    const mail = await rig.mail('nils@example.com', /invited to an organization/)
    expect(mail.text).toContain(`http://localhost:3000/invitation/${body.id}`)
    expect(mail.html).toContain('View invitation')
  })

  test.each([
    [
      'by a plain member',
      () => mel,
      'a@example.com',
      'member',
      403,
      'You are not allowed to invite users to this organization',
    ],
    [
      'of an owner by an admin',
      () => ada,
      'a@example.com',
      'owner',
      403,
      'You are not allowed to invite a user with this role',
    ],
    ['of a member', () => olga, 'MEL@example.com', 'member', 400, 'User is already a member of this organization'],
    ['of what is no address', () => olga, 'mel', 'member', 400, 'Invalid email'],
    ['with no role', () => olga, 'a@example.com', '', 400, 'Role not found'],
    ['of nobody', () => olga, undefined, 'member', 400, 'Invalid body parameters'],
  ])('%s is refused', async (_, by, email, role, status, message) =>
    expect(await by().post('/organization/invite-member', { organizationId: label, email, role })).toMatchObject({
      status,
      body: { message },
    }),
  )

  test('twice is refused, unless it is to be sent again', async () => {
    const first = await invite('twice@example.com')
    expect(await invite('twice@example.com')).toMatchObject({
      status: 400,
      body: { message: 'User is already invited to this organization' },
    })
    expect((await invite('twice@example.com', 'member', olga, { resend: true })).body.id).toBe(first.body.id)
  })

  test('with an unknown role is refused', async () => {
    for (const role of ['superuser', 'member,superuser', ['owner', 'x']])
      expect((await invite('role@example.com', role)).status).toBe(400)
  })
})

describe('the recipient', () => {
  test('sees who invites where', async () => {
    const pia = await rig.person('Pia')
    const { id } = (await invite('pia@example.com', 'admin')).body
    expect(await pia.get(`/organization/get-invitation?id=${id}`)).toMatchObject({
      status: 200,
      body: {
        id,
        email: 'pia@example.com',
        role: 'admin',
        organizationName: 'Night Label',
        organizationSlug: 'night-label',
        inviterEmail: 'olga@example.com',
      },
    })
  })

  test('accepts: a member with the invitation’s role, and the organization is active', async () => {
    const quin = await rig.person('Quin')
    const { id } = (await invite('quin@example.com', ['admin', 'member'])).body
    expect(await accept(quin, id)).toMatchObject({
      status: 200,
      body: {
        invitation: { id, status: 'accepted' },
        member: { organizationId: label, role: 'admin,member', userId: expect.any(String), teamId: null },
      },
    })
    expect((await quin.session('?disableCookieCache=true')).session.activeOrganizationId).toBe(label)
    expect(await accept(quin, id)).toMatchObject({ status: 400, body: { message: 'Invitation not found' } })
  })

  test('makes one membership however often it is accepted at once', async () => {
    const ray = await rig.person('Ray')
    const { id } = (await invite('ray@example.com')).body
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(ray, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await rig.world.services.database.db
        .selectFrom('member')
        .select('id')
        .where('userId', '=', (await ray.session()).user.id)
        .execute(),
    ).toHaveLength(1)
  })

  test('who is a member already by another address is told so', async () => {
    const rita = await rig.person('Rita')
    await accept(rita, (await invite('rita@example.com')).body.id)
    const { id } = (await invite('rita.two@example.com')).body
    await rita.post('/change-email', { newEmail: 'rita.two@example.com' })
    expect(await accept(rita, id)).toMatchObject({
      status: 400,
      body: {
        message: 'User is already a member of this organization',
        code: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
      },
    })
  })

  test('rejects, once', async () => {
    const sam = await rig.person('Sam')
    const { id } = (await invite('sam@example.com')).body
    expect(await reject(sam, id)).toMatchObject({
      status: 200,
      body: { invitation: { id, status: 'rejected' }, member: null },
    })
    expect((await reject(sam, id)).body).toMatchObject({ message: 'Invitation not found' })
    expect((await accept(sam, id)).status).toBe(400)
  })

  test('is that address alone', async () => {
    const tia = await rig.person('Tia')
    const { id } = (await invite('other@example.com')).body
    for (const answer of [
      await accept(tia, id),
      await reject(tia, id),
      await tia.get(`/organization/get-invitation?id=${id}`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { message: 'You are not the recipient of the invitation' } })
    for (const answer of [
      await accept(rig.browser(), id),
      await reject(rig.browser(), id),
      await rig.browser().get(`/organization/get-invitation?id=${id}`),
    ])
      expect(answer.status).toBe(401)
    for (const answer of [
      await accept(tia, 'nosuch'),
      await reject(tia, 'nosuch'),
      await tia.get('/organization/get-invitation?id=nosuch'),
    ])
      expect(answer).toMatchObject({ status: 400, body: { message: 'Invitation not found' } })
    expect(await tia.get('/organization/get-invitation')).toMatchObject({
      status: 400,
      body: { message: 'Invalid query parameters' },
    })
    expect(await accept(tia, '')).toMatchObject({ status: 400 })
  })

  test('comes too late after 48 hours, to accept and to reject', async () => {
    const uli = await rig.person('Uli')
    const { id } = (await invite('uli@example.com')).body
    pass(48 * HOUR_MS - 60_000)
    await uli.signIn('Uli')
    expect((await uli.get(`/organization/get-invitation?id=${id}`)).status).toBe(200)
    pass(120_000)
    for (const answer of [
      await reject(uli, id),
      await accept(uli, id),
      await uli.get(`/organization/get-invitation?id=${id}`),
    ])
      expect(answer).toMatchObject({ status: 400, body: { message: 'Invitation not found' } })
  })

  test('is told when the inviter has gone', async () => {
    const [vlad, wanda] = [await rig.person('Vlad'), await rig.person('Wanda')]
    await accept(vlad, (await invite('vlad@example.com', 'admin')).body.id)
    const { id } = (await invite('wanda@example.com', 'member', vlad)).body
    await vlad.post('/organization/leave', { organizationId: label })
    expect(await wanda.get(`/organization/get-invitation?id=${id}`)).toMatchObject({
      status: 400,
      body: { message: 'Inviter is no longer a member of the organization' },
    })
  })
})

describe('cancelling', () => {
  test('needs no pending invitation, but the right', async () => {
    const { id } = (await invite('cancel@example.com')).body
    const cancel = (one: Browser, invitationId = id) => one.post('/organization/cancel-invitation', { invitationId })
    expect(await cancel(mel)).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to cancel this invitation' },
    })
    expect(await cancel(await rig.person('Xavi'))).toMatchObject({ status: 400, body: { message: 'Member not found' } })
    expect(await cancel(olga, 'nosuch')).toMatchObject({ status: 400, body: { message: 'Invitation not found' } })
    expect((await cancel(rig.browser())).status).toBe(401)
    expect((await cancel(ada)).status).toBe(200)
    expect((await cancel(olga)).status).toBe(200)
    expect(
      (await olga.get(`/organization/list-invitations?organizationId=${label}`)).body.find(
        (one: { id: string }) => one.id === id,
      ),
    ).toMatchObject({ status: 'canceled' })
  })
})

describe('the list of invitations', () => {
  const list = async (one: Browser) =>
    (await one.get(`/organization/list-invitations?organizationId=${label}`)).body as readonly {
      id: string | null
      email: string
      role: string
      status: string
    }[]

  test('is for members; ids for those who may cancel, and owners’ for owners', async () => {
    const plain = (await invite('listed@example.com')).body.id
    const owner = (await invite('partner@example.com', 'owner')).body.id
    const seen = async (one: Browser) => Object.fromEntries((await list(one)).map(({ email, id }) => [email, id]))
    expect(await seen(olga)).toMatchObject({ 'listed@example.com': plain, 'partner@example.com': owner })
    expect(await seen(ada)).toMatchObject({ 'listed@example.com': plain, 'partner@example.com': null })
    expect(await seen(mel)).toMatchObject({ 'listed@example.com': null, 'partner@example.com': null })
    expect((await list(mel)).every(({ status, role }) => typeof status === 'string' && typeof role === 'string')).toBe(
      true,
    )
  })

  test('takes the active organization, and refuses everybody else', async () => {
    expect((await olga.get('/organization/list-invitations')).body.length).toBeGreaterThan(3)
    const yuri = await rig.person('Yuri')
    expect(await yuri.get(`/organization/list-invitations?organizationId=${label}`)).toMatchObject({
      status: 403,
      body: { message: 'You are not a member of this organization' },
    })
    expect(await yuri.get('/organization/list-invitations')).toMatchObject({
      status: 400,
      body: { message: 'Organization ID is required' },
    })
    expect((await rig.browser().get(`/organization/list-invitations?organizationId=${label}`)).status).toBe(401)
  })
})

describe('the preview of an invitation', () => {
  const preview = (one: Browser, id: string) => one.open(`/api/organization-invitations/${id}`)

  test('tells a visitor the half, the recipient all, and a wrong account that it is the wrong one', async () => {
    const { id } = (await invite('zoltan@example.com', 'admin')).body
    expect((await preview(rig.browser(), id)).body).toMatchObject({
      organizationName: 'Night Label',
      invitedBy: 'Olga',
      roles: ['admin'],
      email: 'z…@example.com',
      isForMe: false,
    })
    expect((await preview(mel, id)).body).toMatchObject({ isForMe: false, email: 'z…@example.com' })
    expect((await preview(await rig.person('Zoltan'), id)).body).toMatchObject({
      isForMe: true,
      email: 'zoltan@example.com',
    })
  })

  test('of what does not work any more says why to its recipient', async () => {
    const una = await rig.person('Una')
    const again = async () => (await invite('una@example.com')).body.id as string
    const ended = async (id: string) => preview(una, id)
    const late = await again()
    await olga.post('/organization/cancel-invitation', { invitationId: late })
    expect(await ended(late)).toMatchObject({ status: 410, body: { code: 'invitation.canceled' } })
    const declined = await again()
    await reject(una, declined)
    expect(await ended(declined)).toMatchObject({ status: 410, body: { code: 'invitation.rejected' } })
    const taken = await again()
    pass(48 * HOUR_MS + 1000)
    await una.signIn('Una')
    expect(await ended(taken)).toMatchObject({ status: 410, body: { code: 'invitation.expired' } })
    expect(await preview(rig.browser(), taken)).toMatchObject({ status: 404, body: { code: 'invitation.gone' } })
    vi.useRealTimers()
    await una.signIn('Una')
    await accept(una, taken)
    expect(await ended(taken)).toMatchObject({ status: 410, body: { code: 'invitation.accepted' } })
    for (const other of [mel, rig.browser()])
      for (const id of [late, declined, taken])
        expect((await preview(other, id)).body).toEqual((await preview(other, 'nosuch')).body)
  })

  test('of what does not work is one and the same 404', async () => {
    const { id } = (await invite('late@example.com')).body
    await olga.post('/organization/cancel-invitation', { invitationId: id })
    expect((await preview(mel, id)).body).toEqual((await preview(mel, 'nosuch')).body)
    expect((await preview(mel, id)).status).toBe(404)
  })
})

describe('limits', () => {
  test('members and the life of invitations are as configured', async () => {
    const small = await openRig({ MEMBERS_PER_ORGANIZATION: '1', INVITATION_HOURS: '1' })
    const [al, bo] = [await small.person('Al'), await small.person('Bo')]
    await al.post('/organization/create', { name: 'Solo', slug: 'solo' })
    const { id, expiresAt } = (
      await al.post('/organization/invite-member', { email: 'bo@example.com', role: 'member' })
    ).body
    expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(HOUR_MS)
    expect(await bo.post('/organization/accept-invitation', { invitationId: id })).toMatchObject({
      status: 403,
      body: { message: 'Organization membership limit reached' },
    })
    await small.close()
  })
})
