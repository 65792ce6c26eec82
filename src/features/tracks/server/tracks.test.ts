import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import type { Track } from '../tracks.contract.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const add = async (title: string): Promise<Track> =>
  (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title } })).body
const edit = (trackId: string, body: object) =>
  world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', { params: { trackId }, body })
const order = (tracks: readonly Track[]) =>
  world.as('ed', 'POST /api/projects/:projectId/tracks/order', { body: { trackIds: tracks.map(({ id }) => id) } })
const remove = (trackId: string) =>
  world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { trackId } })
const restore = (trackId: string) =>
  world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/restore', { params: { trackId } })
const tracks = async (): Promise<Track[]> => (await world.as('lin', 'GET /api/projects/:projectId')).body.tracks
const titles = async () => (await tracks()).map(({ title }) => title)
const happened = async () =>
  (await world.as('lin', 'GET /api/projects/:projectId/activity')).body.items.map(({ kind }: { kind: string }) => kind)

describe('tracks', () => {
  test('are added at the end of the album, and renamed', async () => {
    const kiln = await add('Kiln')
    expect(kiln).toMatchObject({
      title: 'Kiln',
      status: 'draft',
      currentVersionId: null,
      pinned: false,
      archivedAt: null,
    })
    await add('Salt')
    expect((await edit(kiln.id, { title: '  Kiln (reprise) ' })).body.title).toBe('Kiln (reprise)')
    expect(await titles()).toEqual(['Kiln (reprise)', 'Salt'])
  })

  test('added by many at once have places of their own', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => add(`Sketch ${i}`)))
    expect((await tracks()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('are changed by editors alone', async () => {
    const { id } = await add('Kiln')
    for (const person of ['cora', 'lin'] as const)
      expect(
        (
          await world.as(person, 'PATCH /api/projects/:projectId/tracks/:trackId', {
            params: { trackId: id },
            body: { title: 'x' },
          })
        ).status,
      ).toBe(403)
    expect(await titles()).toEqual(['Kiln'])
  })

  test('get a status, and the history says which', async () => {
    const { id } = await add('Kiln')
    expect((await edit(id, { status: 'changes-requested' })).body.status).toBe('changes-requested')
    expect((await edit(id, { status: 'loud' })).body.fields).toHaveProperty('status')
    expect(
      (await world.as('lin', 'GET /api/projects/:projectId/activity', { query: { limit: '1' } })).body.items,
    ).toMatchObject([{ kind: 'track.status_set', subject: 'Kiln', detail: 'changes-requested' }])
  })

  test('keep the tempo and the key that an editor says, until they are cleared', async () => {
    const { id } = await add('Kiln')
    const tempo = { beatsPerMinute: 92.5, beatsPerBar: 3, offset: 0.25 }
    expect((await edit(id, { tempo, key: 'F# minor' })).body).toMatchObject({ tempo, key: 'F# minor' })
    expect((await edit(id, { title: 'Kiln (reprise)' })).body).toMatchObject({ tempo, key: 'F# minor' })
    expect(await happened()).toEqual(['track.edited', 'track.edited', 'track.added', 'project.created'])
    expect((await edit(id, { tempo: null })).body).toMatchObject({ tempo: null, key: 'F# minor' })
    await edit(id, { key: null })
    expect(await tracks()).toMatchObject([{ tempo: null, key: null }])
  })

  test.each([
    ['tempo', { beatsPerMinute: 500, beatsPerBar: 4, offset: 0 }],
    ['tempo', { beatsPerMinute: 120, beatsPerBar: 2.5, offset: 0 }],
    ['tempo', 120],
    ['key', 'H major'],
  ])('take no %s that music cannot have: %o', async (field, wrong) => {
    const { id } = await add('Kiln')
    const { status, body } = await edit(id, { [field]: wrong })
    expect(status).toBe(400)
    expect(Object.keys(body.fields).map((path) => path.split('.', 1)[0])).toEqual([field])
  })

  test('changed bring their project to the top of the list', async () => {
    world.pass(1000)
    await world.as('ed', 'POST /api/projects', { body: { name: 'Newer' } })
    world.pass(1000)
    const { id } = await add('Kiln')
    const first = async () => (await world.as('ed', 'GET /api/projects')).body.items[0].name
    expect(await first()).toBe('Low Tide')
    world.pass(1000)
    await world.as('ed', 'POST /api/projects', { body: { name: 'Newest' } })
    world.pass(1000)
    await remove(id)
    expect(await first()).toBe('Low Tide')
  })
})

describe('the order of an album', () => {
  test('is what an editor says', async () => {
    const [kiln, salt, tide] = [await add('Kiln'), await add('Salt'), await add('Tide')]
    expect((await order([tide, kiln, salt])).status).toBe(200)
    expect(await titles()).toEqual(['Tide', 'Kiln', 'Salt'])
  })

  test('is refused when it leaves one out, names one twice, or one of another project', async () => {
    const [kiln, salt] = [await add('Kiln'), await add('Salt')]
    const foreign = (
      await world.as('stan', 'POST /api/projects/:projectId/tracks', {
        params: { projectId: world.elsewhere.projectId },
        body: { title: 'Bus Stop' },
      })
    ).body
    for (const wrong of [[salt], [salt, salt], [salt, foreign], [salt, kiln, foreign], []])
      expect((await order(wrong)).body.code).toBe('track.other_order')
    expect(await titles()).toEqual(['Kiln', 'Salt'])
  })

  test('set by two at once is the order of one of them', async () => {
    const [kiln, salt, tide, foam] = [await add('Kiln'), await add('Salt'), await add('Tide'), await add('Foam')]
    const [one, other] = [
      [foam, tide, salt, kiln],
      [kiln, tide, foam, salt],
    ]
    const answers = await Promise.all([order(one), order(other), order(one), order(other)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect([one, other].map((wanted) => wanted.map(({ title }) => title))).toContainEqual(await titles())
  })

  test('passes over what is archived, which comes back where it was', async () => {
    const [kiln, salt, tide] = [await add('Kiln'), await add('Salt'), await add('Tide')]
    expect((await edit(salt.id, { archived: true })).body.archivedAt).toEqual(expect.any(Number))
    expect((await order([tide, salt, kiln])).body.code).toBe('track.other_order')
    expect((await order([tide, kiln])).status).toBe(200)
    expect((await edit(salt.id, { archived: false })).body.archivedAt).toBeNull()
    expect(await titles()).toHaveLength(3)
  })
})

describe('a track in the trash', () => {
  test('is nowhere until it is taken out', async () => {
    const { id } = await add('Kiln')
    expect((await remove(id)).status).toBe(200)
    expect(await titles()).toEqual([])
    expect((await edit(id, { title: 'Ghost' })).status).toBe(404)
    expect((await restore(id)).body).toMatchObject({ id, title: 'Kiln' })
    expect((await restore(id)).status).toBe(404)
    expect(await titles()).toEqual(['Kiln'])
  })

  test('went there once however many threw it away at the same moment, and came back once', async () => {
    const { id } = await add('Kiln')
    const gone = await Promise.all([remove(id), remove(id), remove(id)])
    expect(gone.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    const back = await Promise.all([restore(id), restore(id)])
    expect(back.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await happened()).toEqual(['track.restored', 'track.deleted', 'track.added', 'project.created'])
  })
})
