import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepHouse } from '#server/jobs/housekeeping.jobs.ts'
import { serverScope } from '#server/scope.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { StageCell, TrackingSheet } from '../stages.contract.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const at = (projectId = world.here['projectId'] ?? '') => ({ params: { projectId } })
const track = async (title: string, projectId?: string): Promise<string> =>
  (await world.as('ed', 'POST /api/projects/:projectId/tracks', { ...at(projectId), body: { title } })).body.id
const add = (names: readonly string[], as: PersonName = 'ed', projectId?: string) =>
  world.as(as, 'POST /api/projects/:projectId/stages', { ...at(projectId), body: { names } })
const idsOf = async (...names: string[]): Promise<string[]> =>
  (await add(names)).body.items.map(({ id }: { id: string }) => id)
const sheet = async (as: PersonName = 'lin', projectId?: string): Promise<TrackingSheet> =>
  (await world.as(as, 'GET /api/projects/:projectId/stages', at(projectId))).body
const names = async (projectId?: string) => (await sheet('ed', projectId)).stages.map(({ name }) => name)
const change = (stageId: string, body: object, as: PersonName = 'ed') =>
  world.as(as, 'PATCH /api/projects/:projectId/stages/:stageId', { params: { stageId }, body })
const set = (
  stageId: string,
  trackId: string,
  body: Partial<StageCell> & { basedOn?: object },
  as: PersonName = 'ed',
) =>
  world.as(as, 'PATCH /api/projects/:projectId/stages/:stageId/tracks/:trackId', { params: { stageId, trackId }, body })
const remove = (stageId: string) =>
  world.as('ed', 'DELETE /api/projects/:projectId/stages/:stageId', { params: { stageId } })
const restore = (stageId: string) =>
  world.as('ed', 'POST /api/projects/:projectId/stages/:stageId/restore', { params: { stageId } })
const rows = (table: 'stages' | 'stage_cells') => world.services.database.db.selectFrom(table).selectAll().execute()

describe('the stages of a sheet', () => {
  test('are added several at once, renamed and put in another order', async () => {
    const [drums = '', , mix = ''] = await idsOf('Drums', 'Vocals', 'Mix')
    expect(await names()).toEqual(['Drums', 'Vocals', 'Mix'])
    expect((await change(mix, { name: '  Rough\nmix ' })).body.name).toBe('Rough mix')
    await change(mix, { beforeId: drums })
    expect(await names()).toEqual(['Rough mix', 'Drums', 'Vocals'])
    await change(mix, { beforeId: null })
    await add(['Master'])
    expect(await names()).toEqual(['Drums', 'Vocals', 'Rough mix', 'Master'])
  })

  test('have names of their own: all are added or none', async () => {
    const [drums = ''] = await idsOf('Drums', 'Mix')
    expect((await add(['Edit', 'drums'])).body.code).toBe('stage.name_taken')
    expect((await add(['Edit', 'EDIT'])).status).toBe(409)
    expect((await change(drums, { name: 'mix' })).status).toBe(409)
    expect((await change(drums, { name: 'DRUMS' })).status).toBe(200)
    expect(await names()).toEqual(['DRUMS', 'Mix'])
  })

  test('are at most forty', async () => {
    const many = Array.from({ length: 39 }, (_, index) => `Stage ${index}`)
    expect((await add(many)).status).toBe(200)
    expect((await add(['One', 'Two'])).body.code).toBe('stage.full')
    expect((await add(['One'])).status).toBe(200)
    expect((await add([...many, 'a', 'b'])).status).toBe(400)
  })

  test('come back with what was said about the tracks, until the trash is emptied', async () => {
    const kiln = await track('Kiln')
    const [drums = '', vocals = ''] = await idsOf('Drums', 'Vocals')
    await set(drums, kiln, { state: 'done' })
    await remove(drums)
    expect(await sheet()).toEqual({ stages: [{ id: vocals, name: 'Vocals' }], cells: [] })
    expect((await set(drums, kiln, { state: 'in-work' })).status).toBe(404)
    expect((await restore(drums)).status).toBe(200)
    expect((await sheet()).cells).toMatchObject([{ stageId: drums, trackId: kiln, state: 'done' }])
    expect(await names()).toEqual(['Drums', 'Vocals'])
    expect((await restore(drums)).status).toBe(404)

    await remove(drums)
    world.pass(40 * 86_400_000)
    await keepHouse(serverScope(world.services))
    expect((await rows('stages')).map(({ id }) => id)).toEqual([vocals])
    expect(await rows('stage_cells')).toEqual([])
  })

  test('a deleted stage stays deleted while another has its name', async () => {
    const [drums = ''] = await idsOf('Drums')
    await remove(drums)
    await add(['Drums'])
    expect((await restore(drums)).body.code).toBe('stage.name_taken')
  })
})

describe('a cell', () => {
  test('says how far, who and until when; what is left out stays', async () => {
    const kiln = await track('Kiln')
    const [vocals = ''] = await idsOf('Vocals')
    await set(vocals, kiln, { state: 'in-work', assigneeId: 'cora' })
    await set(vocals, kiln, { dueOn: '2026-12-12', note: ' second\n chorus ' }, 'olga')
    const cell = {
      stageId: vocals,
      trackId: kiln,
      state: 'in-work',
      assigneeId: 'cora',
      dueOn: '2026-12-12',
      note: 'second chorus',
    }
    expect((await sheet()).cells).toEqual([cell])
    expect((await set(vocals, kiln, { note: '' })).body).toEqual({ ...cell, note: '' })
  })

  test('has no note overwritten by somebody who has not seen it', async () => {
    const kiln = await track('Kiln')
    const [vocals = ''] = await idsOf('Vocals')
    await set(vocals, kiln, { note: 'at home' }, 'olga')
    expect(await set(vocals, kiln, { note: 'in the studio', basedOn: { note: '' } })).toMatchObject({
      status: 409,
      body: { code: 'changed', current: { note: 'at home' } },
    })
    expect((await sheet()).cells).toMatchObject([{ note: 'at home' }])
  })

  test('keeps what two people change at one moment', async () => {
    const [kiln, salt] = [await track('Kiln'), await track('Salt')]
    const [vocals = '', mix = ''] = await idsOf('Vocals', 'Mix')
    await Promise.all([
      set(vocals, kiln, { state: 'done' }),
      set(vocals, kiln, { dueOn: '2026-12-12' }, 'olga'),
      set(mix, kiln, { assigneeId: 'cora' }),
      set(vocals, salt, { note: 'at home' }, 'olga'),
    ])
    const cells = (await sheet()).cells
    expect(cells).toHaveLength(3)
    expect(cells).toContainEqual(
      expect.objectContaining({ stageId: vocals, trackId: kiln, state: 'done', dueOn: '2026-12-12' }),
    )
  })

  test('is given to people of the project only, and belongs to a track of it', async () => {
    const kiln = await track('Kiln')
    const [vocals = ''] = await idsOf('Vocals')
    expect((await set(vocals, kiln, { assigneeId: 'stan' })).body.code).toBe('stage.not_a_member')
    expect((await set(vocals, 'nothing', { state: 'done' })).status).toBe(404)
    const other = (await world.as('ed', 'POST /api/projects', { body: { name: 'High Tide' } })).body.id
    expect((await set(vocals, await track('Far', other), { state: 'done' })).status).toBe(404)
    expect(await rows('stage_cells')).toEqual([])
  })

  test('is changed by editors and read by all', async () => {
    const kiln = await track('Kiln')
    const [vocals = ''] = await idsOf('Vocals')
    for (const reader of ['cora', 'lin'] as const) {
      expect((await set(vocals, kiln, { state: 'done' }, reader)).status).toBe(403)
      expect((await add(['Mix'], reader)).status).toBe(403)
      expect((await sheet(reader)).stages).toHaveLength(1)
    }
  })

  test('is told in the history by the names of stage and track, once for each change', async () => {
    const kiln = await track('Kiln')
    const [vocals = ''] = await idsOf('Vocals')
    await set(vocals, kiln, { state: 'done' })
    await set(vocals, kiln, { state: 'done' })
    await set(vocals, kiln, { dueOn: '2026-12-12' })
    const { items } = (await world.as('lin', 'GET /api/projects/:projectId/activity', { query: { topic: 'tracks' } }))
      .body
    expect(
      items
        .filter(({ kind }: { kind: string }) => kind.startsWith('stage.'))
        .map(({ kind, subject, detail }: Record<string, string>) => [kind, subject, detail]),
    ).toEqual([
      ['stage.planned', 'Kiln', 'Vocals'],
      ['stage.done', 'Kiln', 'Vocals'],
      ['stage.added', null, 'Vocals'],
    ])
  })
})

describe('a track that moves to another project', () => {
  let there = ''
  beforeEach(async () => {
    there = (await world.as('ed', 'POST /api/projects', { body: { name: 'High Tide' } })).body.id
    // Only owners take tracks out of a project.
    await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
      params: { userId: 'ed' },
      body: { role: 'owner' },
    })
  })
  const move = (trackId: string, from: string | undefined, to: string) =>
    world.as('ed', 'POST /api/projects/:projectId/tracks/move', {
      ...at(from),
      body: { trackIds: [trackId], toProjectId: to },
    })

  test('takes its cells along, to stages of the same names', async () => {
    const [kiln, salt] = [await track('Kiln'), await track('Salt')]
    const [vocals = '', mix = '', master = ''] = await idsOf('Vocals', 'Mix', 'Master')
    await add(['mix'], 'ed', there)
    await set(vocals, kiln, { state: 'done', assigneeId: 'cora', note: 'at home' })
    await set(mix, kiln, { state: 'in-work', assigneeId: 'ed', dueOn: '2026-12-12' })
    await set(master, salt, { state: 'in-work' })
    expect((await move(kiln, undefined, there)).status).toBe(200)
    const arrived = await sheet('ed', there)
    expect(arrived.stages.map(({ name }) => name)).toEqual(['mix', 'Vocals'])
    const [mixThere, vocalsThere] = arrived.stages.map(({ id }) => id)
    expect(arrived.cells).toHaveLength(2)
    expect(arrived.cells).toEqual(
      expect.arrayContaining([
        { stageId: mixThere, trackId: kiln, state: 'in-work', assigneeId: 'ed', dueOn: '2026-12-12', note: '' },
        // Cora is not in that project.
        { stageId: vocalsThere, trackId: kiln, state: 'done', assigneeId: null, dueOn: null, note: 'at home' },
      ]),
    )
    expect((await sheet()).cells).toMatchObject([{ stageId: master, trackId: salt }])
  })

  test('brings them back when it is moved back', async () => {
    const kiln = await track('Kiln')
    const [vocals = ''] = await idsOf('Vocals')
    await set(vocals, kiln, { state: 'done', note: 'at home' })
    const here = world.here['projectId'] ?? ''
    await move(kiln, undefined, there)
    expect((await sheet()).cells).toEqual([])
    await move(kiln, there, here)
    expect((await sheet()).cells).toMatchObject([{ stageId: vocals, state: 'done', note: 'at home' }])
  })
})

test('cells go with their track, their person and their project, and are told to their person', async () => {
  const kiln = await track('Kiln')
  const [vocals = ''] = await idsOf('Vocals')
  await set(vocals, kiln, { state: 'in-work', assigneeId: 'cora', note: 'a secret' })
  const own = await world.as('cora', 'GET /api/users/me/data')
  expect(own.body.stages).toMatchObject([{ project: 'Low Tide', track: 'Kiln', stage: 'Vocals', state: 'in-work' }])
  expect(own.raw.toString()).not.toContain('a secret')
  const { db } = world.services.database
  await db.deleteFrom('user').where('id', '=', 'cora').execute()
  expect(await rows('stage_cells')).toMatchObject([{ assignee_id: null, state: 'in-work' }])
  await db.deleteFrom('tracks').where('id', '=', kiln).execute()
  expect(await rows('stage_cells')).toEqual([])
  await db.deleteFrom('projects').execute()
  expect(await rows('stages')).toEqual([])
})
