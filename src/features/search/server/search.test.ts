import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fastestOf } from '#testing/fastest-of.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { Found } from '../search.contract.ts'
import { aProjectFile, aVersion, anOrganizationMember } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const find = async (
  q: string,
  as: PersonName = 'lin',
  query: Readonly<Record<string, string>> = {},
): Promise<Found> => {
  const { status, body } = await world.as(as, 'GET /api/search', { query: { q, ...query } })
  expect(status).toBe(200)
  return body
}
const addTrack = async (
  title: string,
  as: PersonName = 'ed',
  projectId = world.here['projectId'] ?? '',
): Promise<string> =>
  (await world.as(as, 'POST /api/projects/:projectId/tracks', { params: { projectId }, body: { title } })).body.id
const addTask = async (title: string, description = '') =>
  (await world.as('ed', 'POST /api/projects/:projectId/tasks', { body: { title, description } })).body
async function addVersion(trackId: string, number: number): Promise<string> {
  const id = `${trackId}-v${number}`
  await aVersion(world, { id, track_id: trackId, number })
  return id
}
const write = async (trackId: string, versionId: string, body: string, fromSeconds = 12.5) =>
  (
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { projectId: world.here['projectId'] ?? '', trackId },
      body: { versionId, fromSeconds, toSeconds: null, body },
    })
  ).body

describe('search', () => {
  test('finds files by their names and notes, for whom they are', async () => {
    await aProjectFile(world, { id: 'lyrics', name: 'Harbour lyrics.pdf' }, { note: 'With the second verse' })
    await aProjectFile(world, { id: 'stems', name: 'Harbour stems.zip', audience: 'editors' })
    await aProjectFile(world, { id: 'gone', name: 'Harbour gone.pdf', deleted_at: 1 })
    const names = async (q: string, as: PersonName) => (await find(q, as)).files.map(({ name }) => name)
    expect(await names('harbour', 'lin')).toEqual(['Harbour lyrics.pdf'])
    expect((await names('harbour', 'ed')).toSorted()).toEqual(['Harbour lyrics.pdf', 'Harbour stems.zip'])
    expect(await names('second lyrics', 'lin')).toEqual(['Harbour lyrics.pdf'])
    expect(await names('harbour', 'stan')).toEqual([])
  })

  test('finds projects, tracks, notes, tasks and people by every word, in any letter case', async () => {
    const trackId = await addTrack('Low Harbour')
    await write(trackId, await addVersion(trackId, 1), 'The LOW end is thick')
    const task = await addTask('Slow fade', 'below the strings')
    expect(await find('low')).toMatchObject({
      projects: [{ name: 'Low Tide', archived: false }],
      tracks: [{ id: trackId, title: 'Low Harbour', projectName: 'Low Tide' }],
      notes: [
        {
          excerpt: 'The LOW end is thick',
          authorName: 'Cora',
          trackId,
          trackTitle: 'Low Harbour',
          fromSeconds: 12.5,
          versionId: null,
        },
      ],
      tasks: [{ id: task.id, title: 'Slow fade', taskPrefix: 'LT', number: 1 }],
      people: [],
    })
    expect(await find('thick low')).toMatchObject({ tracks: [], notes: [{ trackId }] })
    expect((await find('lt-1')).tasks).toHaveLength(1)
    expect((await find('cor', 'ed')).people).toMatchObject([{ id: 'cora', name: 'Cora', projectName: 'Low Tide' }])
  })

  test('finds nothing outside one’s reach, and nothing in the trash', async () => {
    await addTrack('Night Kiln', 'stan', world.elsewhere.projectId)
    const trackId = await addTrack('Kiln')
    const note = await write(trackId, await addVersion(trackId, 1), 'Kiln is loud')
    expect(await find('kiln', 'stan')).toMatchObject({
      tracks: [{ title: 'Night Kiln' }],
      notes: [],
      projects: [],
      tasks: [],
      files: [],
      people: [],
    })
    expect((await find('olga', 'stan')).people).toEqual([])
    expect((await find('stan')).people).toEqual([])
    await world.as('cora', 'DELETE /api/projects/:projectId/notes/:noteId', {
      params: { projectId: world.here['projectId'] ?? '', noteId: note.id },
    })
    expect((await find('kiln')).notes).toEqual([])
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', {
      params: { projectId: world.here['projectId'] ?? '', trackId },
    })
    expect((await find('kiln')).tracks).toEqual([])
    await world.services.database.db
      .updateTable('memberships')
      .set({ removed_at: 1 })
      .where('user_id', '=', 'lin')
      .execute()
    expect(await find('low')).toEqual({ projects: [], tracks: [], notes: [], tasks: [], files: [], people: [] })
  })

  test('reaches what an organization opens, and the people it lets in', async () => {
    await anOrganizationMember(world, { userId: 'stan' })
    const { body } = await world.as('olga', 'POST /api/projects', {
      body: { name: 'Label Night', organizationId: 'label', organizationRole: 'listener' },
    })
    expect((await find('label', 'stan')).projects).toMatchObject([{ id: body.id }])
    expect((await find('stan', 'olga')).people).toMatchObject([{ id: 'stan', projectId: body.id }])
    expect((await find('label', 'ed')).projects).toEqual([])
  })

  test('takes signs as they are, and letters beyond ASCII in any case', async () => {
    for (const title of ['100% Kiln', '100 Kiln', 'a_b', 'axb', 'Éclair — ÖL', 'back\\slash']) await addTrack(title)
    const titles = async (q: string) => (await find(q)).tracks.map(({ title }) => title)
    expect(await titles('100%')).toEqual(['100% Kiln'])
    expect(await titles('a_b')).toEqual(['a_b'])
    expect(await titles('éCLAIR öl')).toEqual(['Éclair — ÖL'])
    expect(await titles('ECLAIR ol')).toEqual(['Éclair — ÖL'])
    expect(await titles('bâck')).toEqual(['back\\slash'])
    expect(await titles('k\\s')).toEqual(['back\\slash'])
    expect((await world.as('lin', 'GET /api/search', { query: { q: '100\u0000%' } })).status).toBe(400)
    expect(await titles("'; drop table tracks --")).toEqual([])
  })

  test('puts what begins with the words first, and gives no more than asked for', async () => {
    for (const title of ['A kiln', 'Makiln', 'Kiln']) await addTrack(title)
    expect((await find('kiln')).tracks.map(({ title }) => title)).toEqual(['Kiln', 'A kiln', 'Makiln'])
    expect((await find('kiln', 'lin', { limit: '2' })).tracks).toHaveLength(2)
    expect(await find('   ')).toEqual({ projects: [], tracks: [], notes: [], tasks: [], files: [], people: [] })
  })

  test('leads from an answer to its note, on the version it was written on if that is not the current', async () => {
    const trackId = await addTrack('Kiln')
    const v1 = await addVersion(trackId, 1)
    const note = await write(trackId, v1, 'Vocal is low')
    await world.as('ed', 'POST /api/projects/:projectId/notes/:noteId/replies', {
      params: { projectId: world.here['projectId'] ?? '', noteId: note.id },
      body: { body: 'Ducked the guitars' },
    })
    expect((await find('ducked')).notes).toMatchObject([
      { id: note.id, excerpt: 'Ducked the guitars', authorName: 'Ed', versionId: null },
    ])
    await addVersion(trackId, 2)
    expect((await find('vocal')).notes).toMatchObject([{ id: note.id, versionId: v1 }])
  })

  test('stays quick with ten thousand notes', async () => {
    const trackId = await addTrack('Kiln')
    const versionId = await addVersion(trackId, 1)
    const notes = Array.from({ length: 10_000 }, (_, i) => ({
      id: `n${i}`,
      project_id: world.here['projectId'] ?? '',
      track_id: trackId,
      version_id: versionId,
      parent_id: null,
      from_seconds: i / 200,
      to_seconds: null,
      body: `${'the vocal goes under the guitars and '.repeat(6)} ${i}`,
      author_id: 'cora',
      state: 'open' as const,
      fixed_in: null,
      fixed_by: null,
      visibility: 'everyone' as const,
      created_at: i,
      edited_at: null,
      deleted_at: null,
    }))
    for (let i = 0; i < notes.length; i += 1000)
      await world.services.database.db
        .insertInto('notes')
        .values(notes.slice(i, i + 1000))
        .execute()
    expect((await find('guitars 9999')).notes).toMatchObject([{ id: 'n9999' }])
    expect((await find('nowhere')).notes).toEqual([])
    for (const query of ['guitars 9999', 'nowhere']) expect(await fastestOf(3, () => find(query))).toBeLessThan(1500)
  })
})
