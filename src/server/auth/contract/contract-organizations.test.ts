import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type AuthAnswer, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
/** Olga owns the label, Ada administers it, Mel is a plain member, Stan is outside. */
let olga: Browser, ada: Browser, mel: Browser, stan: Browser
let label: string
const ids: Record<string, { user: string; member: string }> = {}

beforeAll(async () => {
  rig = await openRig()
  olga = await rig.person('Olga')
  ada = await rig.person('Ada')
  mel = await rig.person('Mel')
  stan = await rig.person('Stan')
  label = (
    await olga.post('/organization/create', { name: 'Night Label', slug: 'night-label', metadata: { genre: 'dub' } })
  ).body.id
  for (const [one, name, role] of [
    [ada, 'ada', 'admin'],
    [mel, 'mel', 'member'],
  ] as const)
    ids[name] = await join(one, `${name}@example.com`, role)
  ids['olga'] = {
    user: (await olga.session()).user.id,
    member: (await olga.get('/organization/get-active-member')).body.id,
  }
})
afterAll(() => rig.close())

async function join(
  one: Browser,
  email: string,
  role: string | string[],
  more: object = {},
): Promise<{ user: string; member: string }> {
  const { id } = (await olga.post('/organization/invite-member', { organizationId: label, email, role, ...more })).body
  const { member } = (await one.post('/organization/accept-invitation', { invitationId: id })).body
  return { user: member.userId, member: member.id }
}

describe('creating an organization', () => {
  test('answers it with its owner, and makes it active', async () => {
    const una = await rig.person('Una')
    const answer = await una.post('/organization/create', {
      name: 'Una & Co',
      slug: 'una',
      logo: 'https://example.com/u.png',
      metadata: { a: 1 },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: expect.any(String),
        name: 'Una & Co',
        slug: 'una',
        logo: 'https://example.com/u.png',
        metadata: { a: 1 },
        createdAt: expect.any(String),
        members: [{ role: 'owner', userId: expect.any(String), teamId: expect.any(String) }],
      },
    })
    expect((await una.session('?disableCookieCache=true')).session.activeOrganizationId).toBe(answer.body.id)
    const second = await una.post('/organization/create', {
      name: 'Second',
      slug: 'una-2',
      keepCurrentActiveOrganization: true,
    })
    expect((await una.session('?disableCookieCache=true')).session.activeOrganizationId).toBe(answer.body.id)
    expect((await una.get('/organization/list')).body.map((one: { id: string }) => one.id).toSorted()).toEqual(
      [answer.body.id, second.body.id].toSorted(),
    )
    expect(
      (await una.get('/organization/list')).body.find((one: { slug: string }) => one.slug === 'una').metadata,
    ).toBe('{"a":1}')
  })

  test.each([
    ['a slug that is taken', { slug: 'night-label' }, 'Organization already exists'],
    ['no name', { name: undefined }, 'Invalid body parameters'],
    ['an empty name', { name: '' }, 'Invalid body parameters'],
    ['no slug', { slug: undefined }, 'Invalid body parameters'],
    ['a number for a name', { name: 5 }, 'Invalid body parameters'],
    ['two megabytes of metadata', { metadata: { a: 'x'.repeat(20_000) } }, 'Invalid body parameters'],
  ])('refuses %s', async (_, wrong, message) =>
    expect(await stan.post('/organization/create', { name: 'X', slug: 'x', ...wrong })).toMatchObject({
      status: 400,
      body: { message },
    }),
  )

  test('asks for a session', async () => {
    expect((await rig.browser().post('/organization/create', { name: 'X', slug: 'x' })).status).toBe(401)
  })

  test('can be closed to people, and limited', async () => {
    const nobody = await openRig({ CREATE_ORGANIZATIONS: 'nobody' })
    expect(await (await nobody.person('Al')).post('/organization/create', { name: 'X', slug: 'x' })).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to create a new organization' },
    })
    await nobody.close()
    const some = await openRig({ CREATE_ORGANIZATIONS: 'admins', ORGANIZATIONS_PER_PERSON: '1' })
    const [admin, other] = [await some.person('Al'), await some.person('Bo')]
    expect((await other.post('/organization/create', { name: 'X', slug: 'x' })).status).toBe(403)
    expect((await admin.post('/organization/create', { name: 'X', slug: 'x' })).status).toBe(200)
    expect(await admin.post('/organization/create', { name: 'Y', slug: 'y' })).toMatchObject({
      status: 403,
      body: { message: 'You have reached the maximum number of organizations' },
    })
    await some.close()
  })
})

describe('a slug', () => {
  test('is free or taken', async () => {
    expect((await stan.post('/organization/check-slug', { slug: 'free-one' })).body).toEqual({ status: true })
    expect(await stan.post('/organization/check-slug', { slug: 'night-label' })).toMatchObject({
      status: 400,
      body: { message: 'slug is taken', code: 'SLUG_IS_TAKEN' },
    })
    expect(await stan.post('/organization/check-slug', {})).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    expect((await rig.browser().post('/organization/check-slug', { slug: 'free-one' })).status).toBe(401)
  })
})

describe('the whole of an organization', () => {
  test('is told to members; strangers cannot tell, by id or slug, whether there is such an organization', async () => {
    const whole = (one: Browser, query: string) => one.get(`/organization/get-full-organization?${query}`)
    expect(await whole(mel, `organizationId=${label}`)).toMatchObject({ status: 200, body: { id: label } })
    expect(await whole(mel, 'organizationSlug=night-label')).toMatchObject({ status: 200, body: { id: label } })
    const body = {
      message: 'User is not a member of the organization',
      code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    }
    for (const query of [
      `organizationId=${label}`,
      'organizationId=nosuch',
      'organizationSlug=night-label',
      'organizationSlug=nosuch',
    ]) {
      const answer = await whole(stan, query)
      expect([answer.status, answer.body]).toEqual([403, body])
    }
  })

  test('so are its members, one’s role there and making it the active one, which stays what it was', async () => {
    const { id } = (await stan.post('/organization/create', { name: 'Quiet', slug: 'quiet-label' })).body
    const asks: Readonly<Record<string, (named: Readonly<Record<string, string>>) => Promise<AuthAnswer>>> = {
      'get-organization': (named) => stan.get(`/organization/get-organization?${new URLSearchParams(named)}`),
      'list-members': (named) => stan.get(`/organization/list-members?${new URLSearchParams(named)}`),
      'get-active-member-role': (named) =>
        stan.get(`/organization/get-active-member-role?${new URLSearchParams(named)}`),
      'set-active': (named) => stan.post('/organization/set-active', named),
    }
    for (const [route, ask] of Object.entries(asks)) {
      const refusals: unknown[] = []
      for (const [name, value] of [
        ['organizationId', label],
        ['organizationId', 'nosuch'],
        ['organizationSlug', 'night-label'],
        ['organizationSlug', 'nosuch'],
      ] as const) {
        const { status, body } = await ask({ [name]: value })
        refusals.push([status, body])
        expect((await stan.session('?disableCookieCache=true')).session.activeOrganizationId, route).toBe(id)
      }
      expect(refusals, route).toEqual(
        Array.from({ length: 4 }, () => [
          403,
          { message: expect.stringContaining('not a member'), code: expect.any(String) },
        ]),
      )
      expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size, route).toBe(1)
      expect(await ask({ organizationSlug: 'quiet-label' }), route).toMatchObject({ status: 200 })
    }
    expect(
      await stan.post('/organization/set-active', { organizationId: null, organizationSlug: 'nosuch' }),
    ).toMatchObject({ status: 200, body: null })
  })
})

describe('updating', () => {
  const update = (one: Browser, data: object, organizationId: string | undefined = label) =>
    one.post('/organization/update', { data, organizationId })

  test('is for owners and admins', async () => {
    expect(await update(olga, { name: 'Night Label Ltd', metadata: { genre: 'dub', b: 2 } })).toMatchObject({
      status: 200,
      body: { name: 'Night Label Ltd', slug: 'night-label', metadata: { genre: 'dub', b: 2 } },
    })
    expect((await update(ada, { name: 'Night Label' })).status).toBe(200)
    expect(await update(mel, { name: 'Mine' })).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to update this organization' },
    })
    expect(await update(stan, { name: 'Mine' })).toMatchObject({
      status: 400,
      body: { message: 'User is not a member of the organization' },
    })
    expect((await update(rig.browser(), { name: 'Mine' })).status).toBe(401)
  })

  test('refuses a taken slug, an empty name and an organization that is not there', async () => {
    await stan.post('/organization/create', { name: 'Stan', slug: 'stan' })
    expect(await update(olga, { slug: 'stan' })).toMatchObject({ status: 400, body: { message: 'slug is taken' } })
    expect(await update(olga, { name: '' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    expect(await update(olga, { name: 'x'.repeat(300) })).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    for (const nothing of [{}, { colour: 'blue' }])
      expect(await update(olga, nothing)).toMatchObject({
        status: 400,
        body: { message: 'No fields to update', code: 'NO_FIELDS_TO_UPDATE' },
      })
    expect((await update(mel, {})).status).toBe(403)
    expect(await update(olga, { name: 'x' }, 'nosuch')).toMatchObject({
      status: 400,
      body: { message: 'User is not a member of the organization' },
    })
  })

  test('takes the active organization when none is named; without one there is none', async () => {
    expect((await olga.post('/organization/update', { data: { name: 'Night Label' } })).status).toBe(200)
    const wes = await rig.person('Wes')
    expect(await wes.post('/organization/update', { data: { name: 'x' } })).toMatchObject({
      status: 400,
      body: { message: 'Organization not found' },
    })
  })
})

describe('members', () => {
  test('the active one is told, or that there is none', async () => {
    expect((await mel.get('/organization/get-active-member')).body).toMatchObject({
      id: ids['mel']?.member,
      organizationId: label,
      userId: ids['mel']?.user,
      role: 'member',
      user: { name: 'Mel' },
    })
    const xen = await rig.person('Xen')
    expect(await xen.get('/organization/get-active-member')).toMatchObject({
      status: 400,
      body: { message: 'No active organization' },
    })
    expect((await rig.browser().get('/organization/get-active-member')).status).toBe(401)
  })

  test('are removed by id or address, by owners and admins, and lose the organization at once', async () => {
    const gone = await rig.person('Gone')
    await join(gone, 'gone@example.com', 'member')
    expect((await gone.session('?disableCookieCache=true')).session.activeOrganizationId).toBe(label)
    expect(
      await ada.post('/organization/remove-member', { memberIdOrEmail: 'gone@example.com', organizationId: label }),
    ).toMatchObject({ status: 200, body: { member: { organizationId: label, role: 'member' } } })
    expect((await gone.session('?disableCookieCache=true')).session.activeOrganizationId).toBeNull()
    expect((await gone.get(`/organization/list-teams?organizationId=${label}`)).status).toBe(403)
    const { member } = await join(gone, 'gone@example.com', 'member')
    expect((await olga.post('/organization/remove-member', { memberIdOrEmail: member })).status).toBe(200)
  })

  test.each([
    ['a plain member removes nobody', () => mel, 'ada@example.com', 401, 'You are not allowed to delete this member'],
    [
      'an admin removes no owner',
      () => ada,
      'olga@example.com',
      400,
      'You cannot leave the organization as the only owner',
    ],
    [
      'the only owner stays',
      () => olga,
      'olga@example.com',
      400,
      'You cannot leave the organization as the only owner',
    ],
    ['nobody is removed who is not there', () => olga, 'stan@example.com', 400, 'Member not found'],
    ['an unknown id is nobody', () => olga, 'nosuchmember', 400, 'Member not found'],
    ['a stranger is no member', () => stan, 'mel@example.com', 400, 'Member not found'],
  ])('%s', async (_, who, memberIdOrEmail, status, message) =>
    expect(await who().post('/organization/remove-member', { memberIdOrEmail, organizationId: label })).toMatchObject({
      status,
      body: { message },
    }),
  )

  test('of another organization cannot be removed through one’s own', async () => {
    const own =
      (await stan.get('/organization/list')).body[0]?.id ??
      (await stan.post('/organization/create', { name: 'Own', slug: 'own' })).body.id
    expect(
      await stan.post('/organization/remove-member', { memberIdOrEmail: ids['mel']?.member, organizationId: own }),
    ).toMatchObject({ status: 400, body: { message: 'Member not found' } })
  })

  test('leave by themselves, all but the only owner', async () => {
    const lee = await rig.person('Lee')
    await join(lee, 'lee@example.com', 'member')
    expect(await lee.post('/organization/leave', { organizationId: label })).toMatchObject({
      status: 200,
      body: { organizationId: label },
    })
    expect((await lee.session('?disableCookieCache=true')).session.activeOrganizationId).toBeNull()
    expect(await lee.post('/organization/leave', { organizationId: label })).toMatchObject({
      status: 400,
      body: { message: 'Member not found' },
    })
    expect(await olga.post('/organization/leave', { organizationId: label })).toMatchObject({
      status: 400,
      body: { message: 'You cannot leave the organization as the only owner' },
    })
    expect(await olga.post('/organization/leave', {})).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    expect((await rig.browser().post('/organization/leave', { organizationId: label })).status).toBe(401)
  })

  test('may have several roles; any one of them grants', async () => {
    const both = await rig.person('Both')
    const { member } = await join(both, 'both@example.com', ['member', 'admin'])
    expect((await both.get('/organization/get-active-member')).body.role).toBe('member,admin')
    expect(
      (await both.post('/organization/update', { data: { name: 'Night Label' }, organizationId: label })).status,
    ).toBe(200)
    expect((await both.post('/organization/delete', { organizationId: label })).status).toBe(403)
    await olga.post('/organization/remove-member', { memberIdOrEmail: member, organizationId: label })
  })

  test('have their roles changed by owners and admins, owners by owners alone', async () => {
    const change = (one: Browser, name: string, role: string | string[]) =>
      one.post('/organization/update-member-role', { memberId: ids[name]?.member, role, organizationId: label })
    expect((await change(ada, 'mel', 'admin')).body).toMatchObject({ role: 'admin' })
    expect((await change(olga, 'mel', 'member')).status).toBe(200)
    expect(await change(mel, 'ada', 'member')).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to update this member' },
    })
    expect((await change(ada, 'mel', 'owner')).status).toBe(403)
    expect((await change(ada, 'olga', 'member')).status).toBe(403)
    expect((await change(olga, 'olga', 'member')).status).toBe(400)
    for (const role of ['', 'superuser', [], 'owner;admin']) expect((await change(olga, 'mel', role)).status).toBe(400)
  })
})

describe('of two at the same moment', () => {
  const roles = async (organizationId: string) =>
    (
      await rig.world.services.database.db
        .selectFrom('member')
        .select('role')
        .where('organizationId', '=', organizationId)
        .execute()
    ).map(({ role }) => role)
  /** An organization with two owners. */
  async function duo(slug: string) {
    const people = [await rig.person(`${slug}one`), await rig.person(`${slug}two`)] as const
    const { id } = (await people[0].post('/organization/create', { name: slug, slug })).body
    const invitation = (
      await people[0].post('/organization/invite-member', {
        organizationId: id,
        email: `${slug}two@example.com`,
        role: 'owner',
      })
    ).body
    const second = (await people[1].post('/organization/accept-invitation', { invitationId: invitation.id })).body
      .member.id
    const first = (await people[0].get('/organization/get-active-member')).body.id
    return { id, people, members: [first, second] as const }
  }

  test.each([
    ['owners who leave', 'leaving', '/organization/leave', () => ({})],
    [
      'owners who become members',
      'stepping',
      '/organization/update-member-role',
      (own: string) => ({ memberId: own, role: 'member' }),
    ],
    [
      'owners who remove each other',
      'fighting',
      '/organization/remove-member',
      (_: string, other: string) => ({ memberIdOrEmail: other }),
    ],
    ['owners whose accounts are deleted', 'dying', '/delete-user', () => ({})],
  ] as const)('%s, one stays', async (_, slug, path, bodyOf) => {
    const { id, people, members } = await duo(slug)
    const [a, b] = await Promise.all([
      people[0].post(path, { organizationId: id, ...bodyOf(...members) }),
      people[1].post(path, { organizationId: id, ...bodyOf(members[1], members[0]) }),
    ])
    expect([a.status, b.status].toSorted()).toEqual([
      200,
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
    ])
    expect((await roles(id)).filter((role) => role === 'owner')).toHaveLength(1)
  })

  test('who accept the last place, one gets it; who create the last organization, one does', async () => {
    const tight = await openRig({ MEMBERS_PER_ORGANIZATION: '2', ORGANIZATIONS_PER_PERSON: '1' })
    const [al, bo, cy] = [await tight.person('Al'), await tight.person('Bo'), await tight.person('Cy')]
    const made = await Promise.all(['x', 'y'].map((slug) => al.post('/organization/create', { name: slug, slug })))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const invited = async (name: string) =>
      (
        await al.post('/organization/invite-member', {
          organizationId: made.find(({ status }) => status === 200)?.body.id,
          email: `${name}@example.com`,
          role: 'member',
        })
      ).body.id
    const ids = [await invited('bo'), await invited('cy')]
    const joined = await Promise.all(
      [bo, cy].map((one, i) => one.post('/organization/accept-invitation', { invitationId: ids[i] })),
    )
    expect(joined.map(({ status }) => status).toSorted()).toEqual([200, 403])
    await tight.close()
  })
})

describe('the table of rights', () => {
  const all = {
    organization: ['update', 'delete'],
    member: ['create', 'update', 'delete'],
    invitation: ['create', 'cancel'],
    team: ['create', 'update', 'delete'],
  }
  const nothing = { organization: [], member: [], invitation: [], team: [] }
  test.each([
    ['an owner', () => olga, all],
    ['an admin', () => ada, { ...all, organization: ['update'] }],
    ['a plain member', () => mel, nothing],
  ])('is the specification’s for %s', async (_, who, granted) => {
    const may = async (resource: string, action: string) =>
      (
        await who().post('/organization/has-permission', {
          organizationId: label,
          permissions: { [resource]: [action] },
        })
      ).body?.success === true
    const found: Record<string, string[]> = {}
    for (const [resource, actions] of Object.entries(all)) {
      found[resource] = []
      for (const action of actions) if (await may(resource, action)) found[resource].push(action)
    }
    expect(found).toEqual(granted)
    expect(await may('ac', 'read')).toBe(false)
  })
})

describe('deleting', () => {
  test('is for owners alone', async () => {
    expect(await ada.post('/organization/delete', { organizationId: label })).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to delete this organization' },
    })
    expect((await mel.post('/organization/delete', { organizationId: label })).status).toBe(403)
    expect(await stan.post('/organization/delete', { organizationId: label })).toMatchObject({
      status: 400,
      body: { message: 'User is not a member of the organization' },
    })
    expect((await rig.browser().post('/organization/delete', { organizationId: label })).status).toBe(401)
    expect(await olga.post('/organization/delete', {})).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
  })

  test('takes teams, members and invitations along, and is nobody’s active one any more', async () => {
    const [yes, zed] = [await rig.person('Yes'), await rig.person('Zed')]
    const { id } = (await yes.post('/organization/create', { name: 'Short', slug: 'short' })).body
    const invitation = (await yes.post('/organization/invite-member', { email: 'zed@example.com', role: 'admin' })).body
    await zed.post('/organization/accept-invitation', { invitationId: invitation.id })
    expect(await yes.post('/organization/delete', { organizationId: id })).toMatchObject({ status: 200, body: { id } })
    expect((await zed.session('?disableCookieCache=true')).session.activeOrganizationId).toBeNull()
    const { db } = rig.world.services.database
    for (const table of ['member', 'team', 'invitation'] as const)
      expect(await db.selectFrom(table).select('id').where('organizationId', '=', id).execute()).toEqual([])
  })
})
