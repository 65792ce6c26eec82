import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

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
  await world.services.database.db
    .insertInto('versions')
    .values({ id, project_id: world.here['projectId'] ?? '', track_id: world.here['trackId'] ?? '', number, sequence: number, label: '', changelog: '', uploaded_by: 'ed', file_name: 'kiln.wav', size_bytes: 1, sha256: 'ab', storage_key: id, state: 'ready', verdict: null, verdict_detail: null, report: null, duration_seconds: 60, created_at: number, deleted_at: null })
    .execute()
}

const open = async (as: PersonName = 'ed', { versionId = 'v1', dueAt = null as number | null } = {}) => {
  const answer = await world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/rounds', { body: { versionId, dueAt } })
  if (answer.status === 200) world.here['roundId'] = answer.body.id
  return answer
}
const close = (as: PersonName = 'ed') => world.as(as, 'POST /api/projects/:projectId/rounds/:roundId/close')
const rounds = async () => (await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/rounds')).body.items
const draft = (body: string, as: PersonName = 'cora', more: object = {}) => world.as(as, 'POST /api/projects/:projectId/rounds/:roundId/drafts', { body: { fromSeconds: 1, toSeconds: null, body, ...more } })
const drafts = async (as: PersonName = 'cora'): Promise<{ id: string; body: string }[]> => (await world.as(as, 'GET /api/projects/:projectId/rounds/:roundId/drafts')).body.items
const send = (as: PersonName = 'cora') => world.as(as, 'POST /api/projects/:projectId/rounds/:roundId/send')
const notes = async () => (await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', { query: { version: 'v1' } })).body.items

describe('a round', () => {
  test('is opened by editors, one at a time, and counted', async () => {
    expect((await open('cora')).status).toBe(403)
    expect((await open()).body).toMatchObject({ number: 1, version: { number: 1 }, dueAt: null, closedAt: null, sets: [] })
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
      expect((await world.as(other, 'DELETE /api/projects/:projectId/rounds/:roundId/drafts/:draftId', { params: { draftId: id } })).status).toBe(404)
      expect((await world.as(other, 'PUT /api/projects/:projectId/rounds/:roundId/drafts/:draftId', { params: { draftId: id }, body: { fromSeconds: 1, toSeconds: null, body: 'x' } })).status).toBe(404)
      expect((await send(other)).body.code).toBe('round.empty')
    }
    const events = await world.services.database.db.selectFrom('events').select('kind').where('kind', 'not like', 'track.%').execute()
    expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith('note') || kind.startsWith('draft'))).toEqual([])
  })

  test('are written anew and thrown away', async () => {
    const { id } = (await draft('Lowder')).body
    await world.as('cora', 'PUT /api/projects/:projectId/rounds/:roundId/drafts/:draftId', { params: { draftId: id }, body: { fromSeconds: 2, toSeconds: 3, body: 'Louder', part: 'Keys', visibility: 'members' } })
    expect(await drafts()).toMatchObject([{ fromSeconds: 2, toSeconds: 3, body: 'Louder', part: 'Keys', visibility: 'members' }])
    await world.as('cora', 'DELETE /api/projects/:projectId/rounds/:roundId/drafts/:draftId', { params: { draftId: id } })
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
    const { content, sha256 } = (await world.as('lin', 'GET /api/projects/:projectId/rounds/:roundId/sets/:setId', { params: { setId: set.id } })).body
    expect(createHash('sha256').update(content).digest('hex')).toBe(set.sha256)
    expect(sha256).toBe(set.sha256)
    expect(JSON.parse(content)).toMatchObject({ round: 1, fileSha256: 'ab', author: { name: 'Cora' }, notes: [{ body: 'Vocal is low, @Ed' }, { body: 'Snare rings', part: 'Drums' }] })
    expect((await rounds())[0].sets).toEqual([set])
    expect(await notes()).toEqual(expect.arrayContaining([
      expect.objectContaining({ body: 'Snare rings', part: 'Drums', direction: 'less', set: { id: set.id, roundNumber: 1 } }),
      expect.objectContaining({ body: 'Vocal is low, @Ed', mentions: [{ userId: 'ed', name: 'Ed' }] }),
    ]))
    expect(await notes()).toHaveLength(2)
    expect(await drafts()).toEqual([])
    expect(await drafts('olga')).toHaveLength(1)
  })

  test('is one event, which says none of its words', async () => {
    await draft('Not for the log')
    await draft('Nor this')
    await send()
    const events = await world.services.database.db.selectFrom('events').select(['kind', 'refs']).where('kind', 'like', 'round.%').orderBy('seq').execute()
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
