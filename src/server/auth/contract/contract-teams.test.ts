import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
let olga: Browser, ada: Browser, mel: Browser, stan: Browser
let label: string
let first: string
let melId: string

beforeAll(async () => {
  rig = await openRig()
  olga = await rig.person('Olga')
  ada = await rig.person('Ada')
  mel = await rig.person('Mel')
  stan = await rig.person('Stan')
  const made = (await olga.post('/organization/create', { name: 'Night Label', slug: 'night-label' })).body
  label = made.id
  first = made.members[0].teamId
  for (const [one, email, role] of [
    [ada, 'ada@example.com', 'admin'],
    [mel, 'mel@example.com', 'member'],
  ] as const) {
    const { id } = (await olga.post('/organization/invite-member', { email, role })).body
    await one.post('/organization/accept-invitation', { invitationId: id })
  }
  melId = (await mel.session()).user.id
})
afterAll(() => rig.close())

const create = async (name: string, by: Browser = olga) =>
  (await by.post('/organization/create-team', { name, organizationId: label })).body.id as string
const remove = (one: Browser, teamId: string) =>
  one.post('/organization/remove-team', { teamId, organizationId: label })
const rename = (one: Browser, teamId: string, data: object) => one.post('/organization/update-team', { teamId, data })
const teamOf = async (userId: string) =>
  (
    await rig.world.services.database.db
      .selectFrom('member')
      .select('teamId')
      .where('userId', '=', userId)
      .where('organizationId', '=', label)
      .executeTakeFirstOrThrow()
  ).teamId

describe('teams', () => {
  test('are listed to members', async () => {
    expect((await mel.get(`/organization/list-teams?organizationId=${label}`)).body).toEqual([
      expect.objectContaining({ id: first, name: 'Night Label', organizationId: label, createdAt: expect.any(String) }),
    ])
    expect((await mel.get('/organization/list-teams')).body).toHaveLength(1)
    expect(await stan.get(`/organization/list-teams?organizationId=${label}`)).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to access this organization as an owner' },
    })
    expect(await stan.get('/organization/list-teams')).toMatchObject({
      status: 400,
      body: { message: 'No active organization' },
    })
    expect((await rig.browser().get(`/organization/list-teams?organizationId=${label}`)).status).toBe(401)
  })

  test('are made by owners and admins, with a name', async () => {
    expect((await ada.post('/organization/create-team', { name: 'Mixing', organizationId: label })).body).toMatchObject(
      { id: expect.any(String), name: 'Mixing', organizationId: label },
    )
    expect(await mel.post('/organization/create-team', { name: 'Mine', organizationId: label })).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to create teams in this organization' },
    })
    expect((await stan.post('/organization/create-team', { name: 'Mine', organizationId: label })).status).toBe(403)
    for (const name of ['', '   ', undefined, 7])
      expect(await olga.post('/organization/create-team', { name, organizationId: label })).toMatchObject({
        status: 400,
        body: { message: 'Invalid body parameters' },
      })
  })

  test('are renamed by owners and admins', async () => {
    const id = await create('Mastring')
    expect((await rename(ada, id, { name: 'Mastering' })).body).toMatchObject({
      id,
      name: 'Mastering',
      updatedAt: expect.any(String),
    })
    expect(await rename(mel, id, { name: 'Mine' })).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to update this team' },
    })
    expect(await rename(olga, id, { name: '' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    expect(await rename(olga, 'nosuch', { name: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'Team not found' },
    })
    expect(await rename(stan, id, { name: 'x', organizationId: label })).toMatchObject({ status: 403 })
  })

  test('cannot be moved to another organization', async () => {
    const id = await create('Staying')
    const own = (await stan.post('/organization/create', { name: 'Own', slug: 'own' })).body.id
    await rename(olga, id, { name: 'Staying', organizationId: own })
    expect(
      (
        await rig.world.services.database.db
          .selectFrom('team')
          .select('organizationId')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).organizationId,
    ).toBe(label)
  })

  test('are removed by owners and admins', async () => {
    const id = await create('Short')
    expect(await remove(mel, id)).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to delete teams in this organization' },
    })
    expect(await remove(stan, id)).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to delete this team' },
    })
    expect(await remove(olga, 'nosuch')).toMatchObject({ status: 400, body: { message: 'Team not found' } })
    expect((await remove(rig.browser(), id)).status).toBe(401)
    expect((await remove(ada, id)).body).toEqual({ message: 'Team removed successfully.' })
  })
})

describe('one’s own team', () => {
  test('cannot be removed, also after signing in anew', async () => {
    expect(await remove(olga, first)).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to delete this team' },
    })
    const again = rig.browser()
    await again.signIn('Olga')
    expect(await remove(again, first)).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to delete this team' },
    })
  })

  test('is the first one, and the next when that is gone', async () => {
    const [one, two] = [await create('One'), await create('Two')]
    const change = (action: 'add' | 'remove', teamId: string) =>
      olga.post(`/organization/${action}-team-member`, { teamId, userId: melId, organizationId: label })
    expect(await teamOf(melId)).toBeNull()
    expect((await change('add', one)).body).toMatchObject({ teamId: one, userId: melId })
    await change('add', two)
    expect(await teamOf(melId)).toBe(one)
    await change('remove', one)
    expect(await teamOf(melId)).toBe(two)
    await change('add', one)
    await remove(olga, two)
    expect(await teamOf(melId)).toBe(one)
    expect((await mel.get('/organization/get-active-member')).body.teamId).toBe(one)
    await remove(olga, one)
    expect(await teamOf(melId)).toBeNull()
  })

  test('comes with an invitation that names one', async () => {
    const ned = await rig.person('Ned')
    const teamId = await create('Ned’s')
    const { id } = (
      await olga.post('/organization/invite-member', { email: 'ned@example.com', role: 'member', teamId })
    ).body
    expect((await ned.get(`/organization/get-invitation?id=${id}`)).body.teamId).toBe(teamId)
    expect((await ned.post('/organization/accept-invitation', { invitationId: id })).body.member).toMatchObject({
      teamId,
    })
  })

  test('goes from invitations that wait when it is removed, and they are accepted all the same', async () => {
    const ora = await rig.person('Ora')
    const [gone, kept] = [await create('Gone'), await create('Kept')]
    const invite = async (teamId: readonly string[]) =>
      (
        await olga.post('/organization/invite-member', {
          email: 'ora@example.com',
          role: 'member',
          teamId,
          resend: true,
        })
      ).body.id as string
    const both = await invite([gone, kept])
    await remove(olga, gone)
    expect((await ora.get(`/organization/get-invitation?id=${both}`)).body.teamId).toBe(kept)
    expect(await ora.post('/organization/accept-invitation', { invitationId: both })).toMatchObject({
      status: 200,
      body: { member: { teamId: kept } },
    })
    const pia = await rig.person('Pia')
    const at = new Date().toISOString()
    const long = Array.from({ length: 120 }, (_, n) => ({
      id: `old-${n}`,
      organizationId: label,
      email: `old${n}@example.com`,
      role: 'member',
      teamId: null,
      status: 'pending',
      expiresAt: at,
      createdAt: at,
      inviterId: melId,
    }))
    await rig.world.services.database.db.insertInto('invitation').values(long).execute()
    const { id } = (
      await olga.post('/organization/invite-member', { email: 'pia@example.com', role: 'member', teamId: kept })
    ).body
    await remove(olga, kept)
    expect(await pia.post('/organization/accept-invitation', { invitationId: id })).toMatchObject({
      status: 200,
      body: { member: { teamId: null } },
    })
  })

  test('of another organization is nobody’s here', async () => {
    const other = (await stan.get('/organization/list')).body[0].id
    const teamId = (await stan.get(`/organization/list-teams?organizationId=${other}`)).body[0].id
    expect(
      await olga.post('/organization/invite-member', { email: 'x@example.com', role: 'member', teamId }),
    ).toMatchObject({ status: 400, body: { message: 'Team not found' } })
    expect(
      await olga.post('/organization/add-team-member', { teamId, userId: melId, organizationId: label }),
    ).toMatchObject({ status: 400, body: { message: 'Team not found' } })
  })
})

describe('the last team', () => {
  test('stays, unless that is allowed', async () => {
    for (const [setting, status] of [
      ['off', 400],
      ['on', 200],
    ] as const) {
      const one = await openRig({ REMOVE_LAST_TEAM: setting })
      const [al, bo] = [await one.person('Al'), await one.person('Bo')]
      const made = (await al.post('/organization/create', { name: 'Solo', slug: 'solo' })).body
      await bo.post('/organization/accept-invitation', {
        invitationId: (await al.post('/organization/invite-member', { email: 'bo@example.com', role: 'admin' })).body
          .id,
      })
      const answer = await bo.post('/organization/remove-team', {
        teamId: made.members[0].teamId,
        organizationId: made.id,
      })
      expect(answer.status).toBe(status)
      expect(answer.body.message).toBe(status === 400 ? 'Unable to remove last team' : 'Team removed successfully.')
      await one.close()
    }
  })
})
