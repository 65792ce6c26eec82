import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coverSeed } from '#shared/cover-seed.ts'
import { exampleCover } from '../cover-picture.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

describe('projects', () => {
  test('are listed to their members, the latest changed first, and to nobody else', async () => {
    world.pass(1000)
    const second = await world.as('olga', 'POST /api/projects', { body: { name: 'Kiln' } })
    expect((await world.as('olga', 'GET /api/projects')).body.items.map((p: { name: string }) => p.name)).toEqual([
      'Kiln',
      'Low Tide',
    ])
    expect((await world.as('lin', 'GET /api/projects')).body.items).toMatchObject([
      { name: 'Low Tide', role: 'listener', mayDownload: false, memberCount: 4 },
    ])
    expect((await world.as('stan', 'GET /api/projects')).body.items.map((p: { id: string }) => p.id)).not.toContain(
      second.body.id,
    )
  })

  test('come in pages that neither repeat nor skip', async () => {
    for (let i = 0; i < 7; i++) await world.as('olga', 'POST /api/projects', { body: { name: `EP ${i}` } })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const answer = await world.as('olga', 'GET /api/projects', { query: { limit: '3', ...(cursor && { cursor }) } })
      seen.push(...answer.body.items.map((p: { id: string }) => p.id))
      cursor = answer.body.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(8)
  })

  test('are renamed by editors, not by listeners', async () => {
    expect((await world.as('ed', 'PATCH /api/projects/:projectId', { body: { name: 'High Tide' } })).body.name).toBe(
      'High Tide',
    )
    expect((await world.as('lin', 'PATCH /api/projects/:projectId', { body: { name: 'x' } })).status).toBe(403)
  })

  test('lose no description that the editor of another has not seen', async () => {
    const save = (who: PersonName, description: string, seen: string) =>
      world.as(who, 'PATCH /api/projects/:projectId', { body: { description, basedOn: { description: seen } } })
    expect((await save('ed', 'Six songs', '')).status).toBe(200)
    expect(await save('olga', 'Seven songs', '')).toMatchObject({
      status: 409,
      body: { code: 'changed', current: { name: 'Low Tide', description: 'Six songs' } },
    })
    expect((await world.as('lin', 'GET /api/projects/:projectId')).body.description).toBe('Six songs')
    expect((await save('olga', 'Seven songs', 'Six songs')).body.description).toBe('Seven songs')
  })

  test('have delivery targets that editors set, and a true peak of −1 dBTP until then', async () => {
    const none = {
      loudness: null,
      truePeak: -1,
      sampleRate: null,
      bitDepth: null,
      headSeconds: null,
      tailSeconds: null,
    }
    const project = async () => (await world.as('lin', 'GET /api/projects/:projectId')).body
    expect((await project()).targets).toEqual(none)
    const targets = { ...none, loudness: -14, truePeak: -1.5, headSeconds: 0.5 }
    const set = (who: PersonName, body: object) => world.as(who, 'PATCH /api/projects/:projectId', { body })
    expect((await set('lin', { targets })).status).toBe(403)
    expect((await set('ed', { targets })).body.targets).toEqual(targets)
    expect((await set('ed', { name: 'High Tide' })).body.targets).toEqual(targets)
    expect((await project()).targets).toEqual(targets)
    expect((await set('ed', { targets: { ...targets, truePeak: 3 } })).status).toBe(400)
    expect((await set('ed', { targets: { loudness: -9 } })).status).toBe(400)
  })

  test('stay closed to an organization that one owner shuts out while another owner edits something else', async () => {
    const change = (body: object) => world.as('olga', 'PATCH /api/projects/:projectId', { body })
    for (let round = 0; round < 5; round++) {
      await change({ organizationId: 'label', organizationRole: 'editor', organizationMayDownload: true })
      await Promise.all([
        change({ organizationRole: null }),
        change({ name: `High Tide ${round}` }),
        change({ organizationMayDownload: false }),
      ])
      expect((await change({})).body).toMatchObject({
        name: `High Tide ${round}`,
        organizationRole: null,
        organizationMayDownload: false,
      })
    }
  })

  test('go to the trash by their owner alone and come back whole', async () => {
    expect((await world.as('ed', 'DELETE /api/projects/:projectId')).status).toBe(403)
    await world.as('olga', 'DELETE /api/projects/:projectId')
    expect((await world.as('ed', 'GET /api/projects/:projectId/members')).status).toBe(404)
    expect((await world.as('olga', 'GET /api/projects', { query: { state: 'deleted' } })).body.items).toHaveLength(1)
    expect((await world.as('ed', 'POST /api/projects/:projectId/restore')).status).toBe(403)
    expect((await world.as('olga', 'POST /api/projects/:projectId/restore')).status).toBe(200)
    expect((await world.as('ed', 'GET /api/projects/:projectId/members')).status).toBe(200)
  })

  test('refuse a name that is empty, in words a form can show', async () => {
    const answer = await world.as('olga', 'POST /api/projects', { body: { name: '  ' } })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        status: 400,
        statusText: 'Bad Request',
        code: 'VALIDATION_ERROR',
        message: 'Invalid body parameters',
        fields: { name: 'Required' },
      },
    })
  })
})

describe('members', () => {
  test('are changed and removed by owners, and may leave by themselves', async () => {
    expect(
      (
        await world.as('ed', 'PATCH /api/projects/:projectId/members/:userId', {
          params: { userId: 'lin' },
          body: { role: 'editor' },
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
          params: { userId: 'lin' },
          body: { role: 'editor', mayDownload: true },
        })
      ).body,
    ).toMatchObject({ role: 'editor', mayDownload: true })
    expect(
      (await world.as('ed', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } })).status,
    ).toBe(403)
    expect(
      (await world.as('cora', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'cora' } }))
        .status,
    ).toBe(200)
    expect((await world.as('cora', 'GET /api/projects/:projectId/members')).status).toBe(404)
  })

  test('come back with the rights they had when a removal is undone', async () => {
    const lin = { params: { userId: 'lin' } }
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', lin)
    expect((await world.as('lin', 'GET /api/projects/:projectId/members')).status).toBe(404)
    expect((await world.as('olga', 'POST /api/projects/:projectId/members/:userId/restore', lin)).body).toMatchObject({
      role: 'listener',
      mayDownload: false,
    })
  })

  test('keep at least one owner when two leave at the same moment', async () => {
    await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
      params: { userId: 'ed' },
      body: { role: 'owner' },
    })
    const left = await Promise.all(
      (['olga', 'ed'] as const).map((userId) =>
        world.as(userId, 'DELETE /api/projects/:projectId/members/:userId', { params: { userId } }),
      ),
    )
    expect(left.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('have every right that two owners change at the same moment', async () => {
    const change = (userId: string, body: object) =>
      world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', { params: { userId }, body })
    for (let round = 0; round < 5; round++) {
      await change('cora', { role: 'editor', mayDownload: true })
      await Promise.all([change('cora', { role: 'listener' }), change('cora', { mayDownload: false })])
      expect((await change('cora', {})).body).toMatchObject({ role: 'listener', mayDownload: false })
    }
  })

  test('keep at least one owner', async () => {
    const olga = { params: { userId: 'olga' } }
    expect((await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', olga)).body.code).toBe(
      'member.only_owner',
    )
    expect(
      (await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', { ...olga, body: { role: 'editor' } }))
        .body.code,
    ).toBe('member.only_owner')
  })
})

describe('invites', () => {
  const invite = (body: unknown = {}) => world.as('olga', 'POST /api/projects/:projectId/invites', { body })
  const accept = (person: 'stan' | 'ed', inviteId: string) =>
    world.as(person, 'POST /api/invite/:inviteId/accept', { params: { inviteId } })

  test('let a stranger in with the role they name', async () => {
    const made = await invite({ role: 'listener', mayDownload: false })
    expect(made.body.expiresAt - made.body.createdAt).toBe(48 * 3600_000)
    expect(
      (await world.as('visitor', 'GET /api/invite/:inviteId', { params: { inviteId: made.body.id } })).body,
    ).toEqual({
      projectName: 'Low Tide',
      invitedBy: 'Olga',
      role: 'listener',
      mayDownload: false,
      forAddress: false,
      address: null,
      expiresAt: made.body.expiresAt,
      peopleCount: 4,
      coverSeed: coverSeed(world.here['projectId'] ?? ''),
      cover: null,
    })
    expect((await accept('stan', made.body.id)).body).toEqual({
      projectId: world.here['projectId'],
      projectName: 'Low Tide',
      joined: true,
    })
    expect((await accept('stan', made.body.id)).body.joined).toBe(false)
    expect((await world.as('stan', 'GET /api/projects/:projectId/members')).status).toBe(200)
  })

  test('show the picture of their project, as long as they work', async () => {
    const { id: inviteId } = (await invite()).body
    const picture = () => world.as('visitor', 'GET /api/invite/:inviteId/cover', { params: { inviteId } })
    expect((await picture()).status).toBe(404)
    await world.as('ed', 'PUT /api/projects/:projectId/cover', { body: exampleCover })
    const { status, headers, raw } = await picture()
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(raw.toString('base64')).toBe(exampleCover.picture.split(',')[1])
    await world.as('olga', 'DELETE /api/projects/:projectId/invites/:inviteId', { params: { inviteId } })
    expect((await picture()).status).toBe(404)
  })

  test('for another address let in who asks, once somebody who may invite agrees', async () => {
    const made = (await invite({ email: 'jo@okafor.fm', role: 'listener' })).body
    const inviteId = made.id
    const ask = (person: PersonName) => world.as(person, 'POST /api/invite/:inviteId/request', { params: { inviteId } })
    const pending = async () => (await world.as('olga', 'GET /api/projects/:projectId/invites')).body.items[0].askedBy
    const admit = (userId: string, as: PersonName = 'olga') =>
      world.as(as, 'POST /api/projects/:projectId/invites/:inviteId/admit', { params: { inviteId }, body: { userId } })
    const listed = () => world.as('stan', 'GET /api/projects/:projectId/members')

    expect(await accept('stan', inviteId)).toMatchObject({ status: 403, body: { code: 'invite.other_address' } })
    expect(await pending()).toBeNull()
    expect((await admit('stan')).body.code).toBe('invite.nobody_asks')
    expect((await ask('stan')).status).toBe(200)
    expect((await ask('stan')).status).toBe(200)
    expect(await pending()).toMatchObject({ id: 'stan', name: 'Stan', email: expect.stringContaining('@') })
    expect((await listed()).status).toBe(404)
    // Somebody else than the page showed is not let in.
    expect((await admit('lin')).body.code).toBe('invite.nobody_asks')
    expect((await admit('stan', 'cora')).status).toBe(403)
    expect((await admit('stan')).body).toMatchObject({ uses: 1, askedBy: null })
    expect((await listed()).status).toBe(200)
    expect((await ask('stan')).body.code).toBe('invite.gone')
  })

  test('are asked for access only by who has a link that works, and no member or invited person asks', async () => {
    const { id: inviteId } = (await invite({ email: 'jo@okafor.fm' })).body
    const ask = (person: PersonName, id = inviteId) =>
      world.as(person, 'POST /api/invite/:inviteId/request', { params: { inviteId: id } })
    expect([await ask('ed'), await ask('stan', (await invite()).body.id)]).toMatchObject([
      { status: 409, body: { code: 'invite.yours' } },
      { status: 409, body: { code: 'invite.yours' } },
    ])
    expect((await ask('stan', 'none')).body).toEqual((await accept('stan', 'none')).body)
    await ask('stan')
    const decline = () =>
      world.as('olga', 'DELETE /api/projects/:projectId/invites/:inviteId/request', { params: { inviteId } })
    expect((await decline()).body).toMatchObject({ askedBy: null, uses: 0 })
    expect((await decline()).status).toBe(200)
    await world.as('olga', 'DELETE /api/projects/:projectId/invites/:inviteId', { params: { inviteId } })
    expect((await ask('stan')).body.code).toBe('invite.gone')
  })

  test('make one membership and count one use however often they are accepted at once', async () => {
    const { id } = (await invite({ maxUses: 1 })).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept('stan', id)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await world.as('olga', 'GET /api/projects/:projectId/members')).body.items).toHaveLength(5)
    expect((await world.as('olga', 'GET /api/projects/:projectId/invites')).body.items).toMatchObject([{ uses: 1 }])
  })

  test('stop working when revoked, expired or used up, all in the same words', async () => {
    const revoked = (await invite()).body.id
    await world.as('olga', 'DELETE /api/projects/:projectId/invites/:inviteId', { params: { inviteId: revoked } })
    const expired = (await invite({ expiresInHours: 1 })).body.id
    const gone = await accept('stan', revoked)
    world.pass(3600_000)
    expect(gone.status).toBe(404)
    expect((await accept('stan', expired)).body).toEqual(gone.body)
    expect((await accept('stan', 'nosuchinvite')).body).toEqual(gone.body)
    await world.as('olga', 'POST /api/projects/:projectId/invites/:inviteId/restore', { params: { inviteId: revoked } })
    expect((await accept('stan', revoked)).status).toBe(200)
  })

  test('for an address are for that address alone, and are mailed', async () => {
    const made = (await invite({ email: 'Ed@Example.com' })).body
    expect((await accept('stan', made.id)).body.code).toBe('invite.other_address')
    const told = async (person: PersonName | 'visitor') =>
      (await world.as(person, 'GET /api/invite/:inviteId', { params: { inviteId: made.id } })).body.address
    expect([await told('visitor'), await told('stan'), await told('ed')]).toEqual([
      'e…@example.com',
      'e…@example.com',
      'ed@example.com',
    ])
    const queued = await world.services.database.db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'mail.send')
      .execute()
    expect(queued).toHaveLength(1)
    expect(queued[0]?.payload).toContain(made.url)
  })

  test('are mailed a hundred times an hour by one person, and made as often as they like', async () => {
    for (let i = 0; i < 100; i++) expect((await invite({ email: `player${i}@example.com` })).status).toBe(200)
    expect((await invite({ email: 'one-more@example.com' })).body.code).toBe('invite.too_many_mails')
    expect((await invite()).status).toBe(200)
    expect(
      (await world.as('ed', 'POST /api/projects/:projectId/invites', { body: { email: 'one-more@example.com' } }))
        .status,
    ).toBe(200)
    world.pass(3600_000)
    expect((await invite({ email: 'one-more@example.com' })).status).toBe(200)
  })

  test('are mailed to one mailbox so often by one person, and so often by all, from whatever project', async () => {
    await world.close()
    world = await openWorld({ ACCOUNT_RATE_LIMIT: '2' })
    const by = (person: PersonName, body: object) => world.as(person, 'POST /api/projects/:projectId/invites', { body })
    const buried = { email: 'buried@example.com' }
    expect([
      (await by('olga', buried)).status,
      (await by('olga', { email: 'Buried+again@example.com' })).status,
      (await by('olga', buried)).body.code,
    ]).toEqual([200, 200, 'invite.mailed_enough'])
    expect([(await by('ed', buried)).status, (await by('ed', buried)).status, (await by('ed', buried)).status]).toEqual(
      [200, 200, 429],
    )
    expect([(await by('olga', { email: 'somebody-else@example.com' })).status, (await by('olga', {})).status]).toEqual([
      200, 200,
    ])
    world.pass(15 * 60_000)
    for (const person of ['olga', 'ed'] as const)
      for (const status of [200, 200]) expect((await by(person, buried)).status).toBe(status)
    world.pass(15 * 60_000)
    expect((await by('ed', buried)).body.code).toBe('invite.mailed_enough')
    const mails = await world.services.database.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'mail.send')
      .execute()
    expect(mails.filter(({ payload }) => payload.includes('uried'))).toHaveLength(8)
  })

  test('are mailed again while they wait, and not once they are used, revoked, or without an address', async () => {
    const resend = (inviteId: string) =>
      world.as('olga', 'POST /api/projects/:projectId/invites/:inviteId/resend', { params: { inviteId } })
    const mails = async () =>
      (
        await world.services.database.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail.send').execute()
      ).map(({ payload }) => JSON.parse(payload))
    const { id, url } = (await invite({ email: 'ed@example.com' })).body
    expect((await resend(id)).body).toMatchObject({ id, url })
    expect(await mails()).toMatchObject([
      { to: 'ed@example.com', text: expect.stringContaining(url) },
      { to: 'ed@example.com', text: expect.stringContaining(url) },
    ])
    expect((await resend((await invite()).body.id)).body.code).toBe('invite.no_address')
    await world.as('olga', 'DELETE /api/projects/:projectId/invites/:inviteId', { params: { inviteId: id } })
    expect((await resend(id)).body.code).toBe('invite.gone')
    expect(await mails()).toHaveLength(2)
  })

  test('mail no name that carries a link', async () => {
    await world.as('olga', 'PATCH /api/projects/:projectId', { body: { name: 'Buy pills at https://evil.example' } })
    await invite({ email: 'stranger@example.com' })
    const { payload } = await world.services.database.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'mail.send')
      .executeTakeFirstOrThrow()
    expect(payload).not.toMatch(/evil/)
    expect(JSON.parse(payload).text).toMatch(/^Olga invites you to listen to and work on a project\./)
  })

  test('give no more than the inviter has', async () => {
    await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
      params: { userId: 'ed' },
      body: { mayDownload: false },
    })
    expect(
      (await world.as('ed', 'POST /api/projects/:projectId/invites', { body: { role: 'listener', mayDownload: true } }))
        .body.code,
    ).toBe('invite.role')
  })

  test('are shown, and brought back, only by those who have what they give', async () => {
    const [downloading, listening] = [(await invite()).body, (await invite({ mayDownload: false })).body]
    await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
      params: { userId: 'ed' },
      body: { mayDownload: false },
    })
    expect(
      (await world.as('ed', 'GET /api/projects/:projectId/invites')).body.items.map(({ id }: { id: string }) => id),
    ).toEqual([listening.id])
    await world.as('olga', 'DELETE /api/projects/:projectId/invites/:inviteId', {
      params: { inviteId: downloading.id },
    })
    expect(
      (
        await world.as('ed', 'POST /api/projects/:projectId/invites/:inviteId/restore', {
          params: { inviteId: downloading.id },
        })
      ).body.code,
    ).toBe('invite.role')
  })

  test('made before somebody was removed do not bring them back, a new one does', async () => {
    const { id } = (await invite()).body
    await accept('stan', id)
    world.pass(1000)
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'stan' } })
    expect((await accept('stan', id)).body.code).toBe('invite.gone')
    expect((await world.as('stan', 'GET /api/projects/:projectId')).status).toBe(404)
    world.pass(1000)
    expect((await accept('stan', (await invite()).body.id)).status).toBe(200)
  })
})
