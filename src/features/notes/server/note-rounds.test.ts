import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountDeleted } from '#server/auth/auth-hooks.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { aVersion } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  const { body } = await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  world.here['trackId'] = body.id
  await bounce(1)
})
afterEach(() => world.close())

async function bounce(number: number): Promise<void> {
  const id = `v${number}`
  await aVersion(world, { id, number })
}

const open = async (as: PersonName = 'ed', { versionId = 'v1', dueAt = null as number | null } = {}) => {
  const answer = await world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/rounds', {
    body: { versionId, dueAt },
  })
  if (answer.status === 200) world.here['roundId'] = answer.body.id
  return answer
}
const close = (as: PersonName = 'ed') => world.as(as, 'POST /api/projects/:projectId/rounds/:roundId/close')
const rounds = async () => (await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/rounds')).body.items
const draft = (body: string, as: PersonName = 'cora', more: object = {}) =>
  world.as(as, 'POST /api/projects/:projectId/rounds/:roundId/drafts', {
    body: { fromSeconds: 1, toSeconds: null, body, ...more },
  })
const drafts = async (as: PersonName = 'cora'): Promise<{ id: string; body: string }[]> =>
  (await world.as(as, 'GET /api/projects/:projectId/rounds/:roundId/drafts')).body.items
const send = (as: PersonName = 'cora') => world.as(as, 'POST /api/projects/:projectId/rounds/:roundId/send')
const notes = async (version = 'v1') =>
  (await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', { query: { version } })).body.items

describe('a round', () => {
  test('is opened by editors, one at a time, and counted', async () => {
    expect((await open('cora')).status).toBe(403)
    expect((await open()).body).toMatchObject({
      number: 1,
      version: { number: 1 },
      dueAt: null,
      closedAt: null,
      sets: [],
    })
    expect((await open()).body.code).toBe('round.is_open')
    expect((await close('cora')).status).toBe(403)
    await close()
    await bounce(2)
    expect((await open('ed', { versionId: 'v2' })).body).toMatchObject({ number: 2, version: { number: 2 } })
    expect((await rounds()).map(({ number }: { number: number }) => number)).toEqual([2, 1])
  })

  test('has a deadline that lies ahead, or none', async () => {
    expect((await open('ed', { dueAt: world.services.now() })).body.code).toBe('round.due')
    expect((await open('ed', { dueAt: world.services.now() + 1000 })).status).toBe(200)
  })
})

describe('drafts', () => {
  beforeEach(() => open())

  test('are seen by their author alone', async () => {
    const { id } = (await draft('Vocal is low')).body
    expect(await drafts()).toMatchObject([{ id, body: 'Vocal is low' }])
    for (const other of ['ed', 'olga'] as const) expect(await drafts(other)).toEqual([])
    expect(await notes()).toEqual([])
    for (const other of ['ed', 'olga'] as const) {
      expect(
        (
          await world.as(other, 'DELETE /api/projects/:projectId/rounds/:roundId/drafts/:draftId', {
            params: { draftId: id },
          })
        ).status,
      ).toBe(404)
      expect(
        (
          await world.as(other, 'PUT /api/projects/:projectId/rounds/:roundId/drafts/:draftId', {
            params: { draftId: id },
            body: { fromSeconds: 1, toSeconds: null, body: 'x' },
          })
        ).status,
      ).toBe(404)
      expect((await send(other)).body.code).toBe('round.empty')
    }
    const events = await world.services.database.db
      .selectFrom('events')
      .select('kind')
      .where('kind', 'not like', 'track.%')
      .execute()
    expect(
      events.map(({ kind }) => kind).filter((kind) => kind.startsWith('note') || kind.startsWith('draft')),
    ).toEqual([])
  })

  test('go with the account of their author, and nobody else’s do', async () => {
    await draft('Vocal is low')
    await draft('Kick is loud', 'ed')
    await accountDeleted.ask(world.services, 'cora')
    const left = await world.services.database.db.selectFrom('note_drafts').select('body').execute()
    expect(left).toEqual([{ body: 'Kick is loud' }])
  })

  test('are written anew and thrown away', async () => {
    const { id } = (await draft('Lowder')).body
    await world.as('cora', 'PUT /api/projects/:projectId/rounds/:roundId/drafts/:draftId', {
      params: { draftId: id },
      body: { fromSeconds: 2, toSeconds: 3, body: 'Louder', part: 'Keys', visibility: 'members' },
    })
    expect(await drafts()).toMatchObject([
      { fromSeconds: 2, toSeconds: 3, body: 'Louder', part: 'Keys', visibility: 'members' },
    ])
    await world.as('cora', 'DELETE /api/projects/:projectId/rounds/:roundId/drafts/:draftId', {
      params: { draftId: id },
    })
    expect(await drafts()).toEqual([])
  })

  test('lie inside the version, and are not begun in a closed round', async () => {
    expect((await draft('x', 'cora', { fromSeconds: 61 })).body.code).toBe('note.beyond')
    await close()
    expect((await draft('x')).body.code).toBe('round.is_closed')
  })
})

describe('a set', () => {
  beforeEach(() => open('ed', { dueAt: world.services.now() + 1000 }))

  test('holds all of one’s drafts, signed over what they say', async () => {
    await draft('Snare rings', 'cora', { fromSeconds: 9, part: 'Drums', direction: 'less' })
    await draft('Vocal is low, @Ed')
    await draft('Mine stays', 'olga')
    const set = (await send()).body
    expect(set).toMatchObject({ authorId: 'cora', authorName: 'Cora', noteCount: 2, isLate: false })
    const { content, sha256 } = (
      await world.as('lin', 'GET /api/projects/:projectId/rounds/:roundId/sets/:setId', { params: { setId: set.id } })
    ).body
    expect(createHash('sha256').update(content).digest('hex')).toBe(set.sha256)
    expect(sha256).toBe(set.sha256)
    expect(JSON.parse(content)).toMatchObject({
      round: 1,
      fileSha256: 'ab',
      author: { name: 'Cora' },
      notes: [{ body: 'Vocal is low, @Ed' }, { body: 'Snare rings', part: 'Drums' }],
    })
    expect((await rounds())[0].sets).toEqual([set])
    expect(await notes()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          body: 'Snare rings',
          part: 'Drums',
          direction: 'less',
          set: { id: set.id, roundNumber: 1 },
        }),
        expect.objectContaining({ body: 'Vocal is low, @Ed', mentions: [{ userId: 'ed', name: 'Ed' }] }),
      ]),
    )
    expect(await notes()).toHaveLength(2)
    expect(await drafts()).toEqual([])
    expect(await drafts('olga')).toHaveLength(1)
  })

  test('is one event, which says none of its words', async () => {
    await draft('Not for the log')
    await draft('Nor this')
    await send()
    const events = await world.services.database.db
      .selectFrom('events')
      .select(['kind', 'refs'])
      .where('kind', 'like', 'round.%')
      .orderBy('seq')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual(['round.opened', 'round.sent'])
    expect(JSON.stringify(events)).not.toContain('log')
  })

  test('is sent once', async () => {
    await draft('Once')
    expect((await send()).status).toBe(200)
    expect((await send()).body.code).toBe('round.empty')
    expect(await notes()).toHaveLength(1)
  })

  test('is late after the deadline, or when the round was closed meanwhile; nothing is lost', async () => {
    await draft('Late')
    await close()
    world.pass(1)
    expect((await send()).body).toMatchObject({ isLate: true, noteCount: 1 })
  })
})

describe('with its version in the trash a round', () => {
  const version = '/api/projects/:projectId/tracks/:trackId/versions/:versionId' as const
  const first = { params: { versionId: 'v1' } }
  const standing = async () =>
    (await rounds()).map(
      ({
        number,
        version: { id },
        closedAt,
        sets,
      }: {
        number: number
        version: { id: string }
        closedAt: number | null
        sets: unknown[]
      }) => [number, id, closedAt === null ? 'open' : 'over', sets.length],
    )
  /** Olga has sent a note in the first version's round, Cora has a draft, and there is a second version. */
  beforeEach(async () => {
    await open()
    await draft('Snare rings', 'olga')
    await send('olga')
    await draft('Vocal is low')
    await bounce(2)
    await world.as('ed', `DELETE ${version}`, first)
  })

  test('is over, and stands on the next one with what was sent and what waits in it', async () => {
    expect(await standing()).toEqual([[1, 'v2', 'over', 1]])
    const [
      {
        sets: [set],
        closedAt,
      },
    ] = await rounds()
    expect(closedAt).toBe(world.services.now())
    expect(
      (await world.as('lin', 'GET /api/projects/:projectId/rounds/:roundId/sets/:setId', { params: { setId: set.id } }))
        .body.sha256,
    ).toBe(set.sha256)
    expect((await draft('Too late')).body.code).toBe('round.is_closed')
    expect(await drafts()).toMatchObject([{ body: 'Vocal is low' }])
    world.pass(1)
    const { id: setId, isLate } = (await send()).body
    expect(isLate).toBe(true)
    const { content } = (
      await world.as('lin', 'GET /api/projects/:projectId/rounds/:roundId/sets/:setId', { params: { setId } })
    ).body
    // The signature covers the version it was written about.
    expect(JSON.parse(content)).toMatchObject({ versionId: 'v1', notes: [{ body: 'Vocal is low' }] })
    expect((await notes('v2')).map(({ body }: { body: string }) => body).toSorted()).toEqual([
      'Snare rings',
      'Vocal is low',
    ])
  })

  test('comes back as it was, with its version', async () => {
    await world.as('ed', `POST ${version}/restore`, first)
    expect(await standing()).toEqual([[1, 'v1', 'open', 1]])
    expect((await draft('Not too late')).status).toBe(200)
    expect((await open('ed', { versionId: 'v2' })).body.code).toBe('round.is_open')
  })

  test('makes way for the next, which takes along what waits and stays the only one open', async () => {
    expect((await open('ed', { versionId: 'v2' })).body).toMatchObject({ number: 2, version: { number: 2 } })
    await draft('Wider')
    expect((await drafts()).map(({ body }) => body).toSorted()).toEqual(['Vocal is low', 'Wider'])
    await world.as('ed', `POST ${version}/restore`, first)
    expect(await standing()).toEqual([
      [2, 'v2', 'open', 0],
      [1, 'v1', 'over', 1],
    ])
    expect((await drafts()).map(({ body }) => body)).toEqual(['Wider'])
    const events = await world.services.database.db
      .selectFrom('events')
      .select('kind')
      .where('kind', 'like', 'round.%')
      .orderBy('seq')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual(['round.opened', 'round.sent', 'round.closed', 'round.opened'])
  })

  test('that is deleted for good stays on the next one, and nothing in it is lost', async () => {
    expect((await world.as('olga', `POST ${version}/erase`, first)).status).toBe(200)
    expect(await standing()).toEqual([[1, 'v2', 'over', 1]])
    expect((await send()).body).toMatchObject({ noteCount: 1 })
    expect(
      (await notes('v2'))
        .map(({ body, set }: { body: string; set: { roundNumber: number } | null }) => [body, set?.roundNumber])
        .toSorted(),
    ).toEqual([
      ['Snare rings', 1],
      ['Vocal is low', 1],
    ])
  })
})

test('another project’s round is not found through one’s own', async () => {
  await open()
  const roundId = world.here['roundId'] ?? ''
  const here = { params: { projectId: world.elsewhere.projectId, roundId } }
  const answers = await Promise.all([
    world.as('stan', 'GET /api/projects/:projectId/rounds/:roundId/drafts', here),
    world.as('stan', 'POST /api/projects/:projectId/rounds/:roundId/send', here),
    world.as('stan', 'POST /api/projects/:projectId/rounds/:roundId/close', here),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})
