import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AlignedSegment, COMPARISON_VERSION } from '#audio/comparison-result.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { findProjectRights as findRights } from '#features/projects/server/projects.queries.ts'
import { projectScope, userScope } from '#server/scope.ts'
import { openVersion } from '#features/tracks/server/tracks.scope.ts'
import type { Note } from '../notes.contract.ts'
import { listNotes } from './note-list.queries.ts'
import { openNote } from './notes.scope.ts'
import { aVersion } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  const { body } = await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  world.here['trackId'] = body.id
  await bounce(1)
})
afterEach(() => world.close())

/** A minute of audio, as an upload and its analysis leave it. */
async function bounce(
  number: number,
  { projectId = world.here['projectId'] ?? '', trackId = world.here['trackId'] ?? '' } = {},
): Promise<string> {
  const id = `${projectId.slice(0, 8)}-v${number}`
  await aVersion(world, { id, project_id: projectId, track_id: trackId, number })
  world.here['versionId'] = id
  return id
}

const versionId = () => world.here['versionId'] ?? ''
const write = (
  body: string,
  {
    as = 'cora',
    from = 12.5,
    to = null,
    version = versionId(),
  }: { as?: PersonName; from?: number; to?: number | null; version?: string } = {},
) => {
  world.pass(1)
  return world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    body: { versionId: version, fromSeconds: from, toSeconds: to, body },
  })
}
const list = async (version = versionId(), query: Readonly<Record<string, string>> = {}): Promise<Note[]> =>
  (await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', { query: { version, ...query } })).body
    .items
const reply = (noteId: string, body: string, as: PersonName = 'ed') => {
  world.pass(1)
  return world.as(as, 'POST /api/projects/:projectId/notes/:noteId/replies', { params: { noteId }, body: { body } })
}
const edit = (as: PersonName, noteId: string, body: string) =>
  world.as(as, 'PATCH /api/projects/:projectId/notes/:noteId', { params: { noteId }, body: { body } })
const remove = (as: PersonName, noteId: string) =>
  world.as(as, 'DELETE /api/projects/:projectId/notes/:noteId', { params: { noteId } })
const restore = (as: PersonName, noteId: string) =>
  world.as(as, 'POST /api/projects/:projectId/notes/:noteId/restore', { params: { noteId } })
const set = (as: PersonName, noteId: string, state: 'open' | 'fixed' | 'verified', version = versionId()) =>
  world.as(as, 'PUT /api/projects/:projectId/notes/:noteId/state', {
    params: { noteId },
    body: state === 'fixed' ? { state, versionId: version } : { state },
  })
const react = (as: PersonName, noteId: string, emoji: string, chosen = true) =>
  world.as(as, 'PUT /api/projects/:projectId/notes/:noteId/reactions', { params: { noteId }, body: { emoji, chosen } })
const compared = (a: string, b: string, segments: readonly Partial<AlignedSegment>[]) =>
  world.services.database.db
    .insertInto('comparisons')
    .values({
      id: `${a}~${b}`,
      project_id: world.here['projectId'] ?? '',
      version_a: a,
      version_b: b,
      state: 'ready',
      result: JSON.stringify({
        version: COMPARISON_VERSION,
        sampleRate: 48_000,
        frames: { a: 2_880_000, b: 2_880_000 },
        segments: segments.map((segment) => ({ rate: 1, isExact: true, isSure: true, ...segment })),
      }),
      error: null,
      created_at: 1,
    })
    .execute()

describe('notes', () => {
  test('stand at a moment or on a range of a version, in the order they came', async () => {
    await write('Kick and bass land together')
    await write('Snare rings', { from: 20, to: 24 })
    expect(await list()).toMatchObject([
      {
        body: 'Kick and bass land together',
        authorId: 'cora',
        authorName: 'Cora',
        version: { number: 1 },
        fromSeconds: 12.5,
        toSeconds: null,
        state: 'open',
        place: { by: 'own' },
      },
      { body: 'Snare rings', fromSeconds: 20, toSeconds: 24 },
    ])
  })

  test('come in pages that neither repeat nor skip', async () => {
    for (const body of ['a', 'b', 'c']) await write(body)
    const first = (
      await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
        query: { version: versionId(), limit: '2' },
      })
    ).body
    const rest = await list(versionId(), { cursor: first.nextCursor })
    expect([...first.items, ...rest].map(({ body }: Note) => body).sort()).toEqual(['a', 'b', 'c'])
  })

  test('are written by commenters, not by listeners', async () => {
    expect((await write('Louder', { as: 'lin' })).status).toBe(403)
    expect(await list()).toEqual([])
  })

  test('lie inside the version, say something, and run forwards', async () => {
    expect((await write('x', { from: 61 })).body.code).toBe('note.beyond')
    expect((await write('x', { from: 9, to: 9 })).body.code).toBe('note.range')
    expect((await write(' \n ')).status).toBe(400)
  })

  test('are kept as they were typed: text, never markup', async () => {
    const text = '<img src=x onerror=alert(1)> & https://example.com'
    await write(text)
    expect((await list())[0]?.body).toBe(text)
  })

  test('name people of the project and nobody else', async () => {
    const { body } = await write('@Ed and @Stan, ride it up')
    expect(body.mentions).toEqual([{ userId: 'ed', name: 'Ed' }])
    await edit('cora', body.id, '@Olga, ride it up')
    expect((await list())[0]?.mentions).toEqual([{ userId: 'olga', name: 'Olga' }])
  })

  test('sent twice with one key are one note', async () => {
    const once = () =>
      world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
        body: { versionId: versionId(), fromSeconds: 1, toSeconds: null, body: 'Once' },
        headers: { 'idempotency-key': 'once' },
      })
    expect((await once()).body.id).toBe((await once()).body.id)
    expect(await list()).toHaveLength(1)
  })
})

describe('a thread', () => {
  test('keeps its answers in order, also those to an answer', async () => {
    const { id } = (await write('Vocal is low')).body
    const first = (await reply(id, 'Ducking the guitar, @Cora')).body
    expect(first).toMatchObject({ authorId: 'ed', mentions: [{ userId: 'cora' }] })
    await reply(first.id, 'Thanks', 'cora')
    expect((await list())[0]?.replies.map(({ body }) => body)).toEqual(['Ducking the guitar, @Cora', 'Thanks'])
  })

  test('counts a reaction once per person and emoji, and gives it back', async () => {
    const { id } = (await write('Love this lift')).body
    await react('ed', id, '🔥')
    await react('ed', id, '🔥')
    await react('olga', id, '🔥')
    expect((await list())[0]?.reactions).toEqual([{ emoji: '🔥', userIds: ['ed', 'olga'] }])
    await react('ed', id, '🔥', false)
    expect((await list())[0]?.reactions).toEqual([{ emoji: '🔥', userIds: ['olga'] }])
    expect((await react('ed', id, 'well done')).status).toBe(400)
  })
})

describe('a note’s words', () => {
  test('are changed by their author alone', async () => {
    const { id } = (await write('Lowder')).body
    expect((await edit('olga', id, 'Mine')).body.code).toBe('note.not_yours')
    expect((await edit('cora', id, 'Louder')).status).toBe(200)
    const [note] = await list()
    expect(note?.body).toBe('Louder')
    expect(note?.editedAt).not.toBeNull()
  })

  test('are deleted by their author or an owner, and come back when that is undone', async () => {
    const { id } = (await write('Oops')).body
    expect((await remove('ed', id)).status).toBe(403)
    expect((await remove('olga', id)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await reply(id, 'Hello?')).status).toBe(404)
    expect((await restore('ed', id)).status).toBe(403)
    expect((await restore('cora', id)).status).toBe(200)
    expect((await restore('cora', id)).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})

describe('what a note is about', () => {
  const add = (more: object) =>
    world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      body: { versionId: versionId(), fromSeconds: 1, toSeconds: null, body: 'Louder', ...more },
    })
  const change = (as: PersonName, noteId: string, body: object) =>
    world.as(as, 'PATCH /api/projects/:projectId/notes/:noteId', { params: { noteId }, body })

  test('is said by section, part and direction, or left unsaid', async () => {
    await add({ section: 'Chorus', part: ' Tape  hiss ', direction: 'more' })
    await write('Nothing more')
    expect(await list()).toMatchObject([
      { section: 'Chorus', part: 'Tape hiss', direction: 'more', visibility: 'everyone' },
      { section: null, part: null, direction: null, visibility: 'everyone' },
    ])
    expect((await add({ direction: 'sideways' })).status).toBe(400)
    expect((await add({ part: 'x'.repeat(25) })).status).toBe(400)
    expect((await add({ part: '  ' })).status).toBe(400)
  })

  test('is changed by its author without touching the words', async () => {
    const { id } = (await add({ section: 'Chorus', part: 'Keys' })).body
    expect((await change('ed', id, { part: 'Drums' })).status).toBe(403)
    expect((await change('cora', id, { part: 'Drums', section: null })).status).toBe(200)
    expect((await list())[0]).toMatchObject({ body: 'Louder', part: 'Drums', section: null })
  })

  test('may be for the project’s own people only, with all of its answers', async () => {
    const { id } = (await add({ visibility: 'members' })).body
    const answer = (await reply(id, 'Between us')).body
    const visible = async () =>
      (
        await world.services.database.db
          .selectFrom('notes')
          .select(['id', 'visibility'])
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      ).map((row) => row.visibility)
    expect(await visible()).toEqual(['members', 'members'])
    await change('cora', id, { visibility: 'everyone' })
    expect(await visible()).toEqual(['everyone', 'everyone'])
    await change('ed', answer.id, { visibility: 'members' })
    expect(await visible()).toEqual(['everyone', 'everyone'])
    expect((await list())[0]).toMatchObject({ visibility: 'everyone', editedAt: null })
  })
})

test('guests read what is for everyone and nothing else, also not by its id', async () => {
  const { id } = (
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      body: { versionId: versionId(), fromSeconds: 1, toSeconds: null, body: 'Between us', visibility: 'members' },
    })
  ).body
  await write('For all')
  const {
    services,
    here: { projectId = '', trackId = '' },
  } = world
  const actor = { userId: 'lin', name: 'Lin', email: 'lin@example.com', emailVerified: true, isAdmin: false }
  const scope = await projectScope(
    userScope({ services, db: services.database.db, afterCommit: () => undefined }, actor),
    projectId,
    'note.view',
    findRights,
  )
  const version = await openVersion(scope, trackId, versionId())
  const bodies = async (audience: 'members' | 'guests') =>
    (await listNotes(version, { limit: 10 }, audience)).items.map(({ body }) => body)
  expect(await bodies('guests')).toEqual(['For all'])
  expect(await bodies('members')).toEqual(['Between us', 'For all'])
  await expect(openNote(scope, id, { audience: 'guests' })).rejects.toMatchObject({ status: 404 })
  expect((await openNote(scope, id)).note.body).toBe('Between us')
})

describe('what somebody has seen', () => {
  const see = (as: PersonName, seenAt: number) =>
    world.as(as, 'PUT /api/projects/:projectId/tracks/:trackId/notes/seen', { body: { seenAt } })
  const seen = async (as: PersonName) =>
    (await world.as(as, 'GET /api/projects/:projectId/tracks/:trackId/notes/seen')).body.seenAt

  test('is one mark per person and track, which never goes back', async () => {
    expect(await seen('lin')).toBeNull()
    await see('lin', 20)
    await see('lin', 10)
    expect(await seen('lin')).toBe(20)
    expect(await seen('ed')).toBeNull()
  })

  test('does not reach into the future', async () => {
    const now = world.services.now()
    expect((await see('lin', now + 1000)).body).toEqual({ seenAt: now })
  })
})

test('some notes are asked for by their ids', async () => {
  const [a, , c] = [(await write('a')).body, (await write('b')).body, (await write('c')).body]
  expect((await list(versionId(), { ids: `${a.id},${c.id},nowhere` })).map(({ body }) => body)).toEqual(['a', 'c'])
})

describe('a note is settled', () => {
  test('by an editor who fixes it and its author who verifies it', async () => {
    const { id } = (await write('Snare rings')).body
    expect((await set('cora', id, 'fixed')).body.code).toBe('note.state')
    expect((await set('ed', id, 'fixed')).status).toBe(200)
    expect((await list())[0]).toMatchObject({ state: 'fixed', fixedIn: { number: 1 }, fixedBy: 'ed' })
    expect((await set('olga', id, 'verified')).status).toBe(403)
    expect((await set('cora', id, 'verified')).status).toBe(200)
    expect((await list())[0]).toMatchObject({ state: 'verified', fixedIn: { number: 1 } })
  })

  test('not before it is fixed, and opened again by its author or by who called it fixed', async () => {
    const { id } = (await write('Snare rings')).body
    expect((await set('cora', id, 'verified')).status).toBe(403)
    await set('ed', id, 'fixed')
    expect((await set('olga', id, 'open')).status).toBe(403)
    expect((await set('ed', id, 'open')).status).toBe(200)
    await set('ed', id, 'fixed')
    await set('cora', id, 'verified')
    expect((await set('ed', id, 'open')).status).toBe(403)
    expect((await set('cora', id, 'open')).status).toBe(200)
    expect((await list())[0]).toMatchObject({ state: 'open', fixedIn: null, fixedBy: null })
  })

  test('by an owner where its author has left', async () => {
    const { id } = (await write('Snare rings')).body
    await set('ed', id, 'fixed')
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'cora' } })
    expect((await set('olga', id, 'verified')).status).toBe(200)
  })
})

describe('a new version', () => {
  test('has the open notes at the same time, and says so', async () => {
    const first = versionId()
    await write('Vocal is low', { from: 10, to: 14 })
    const second = await bounce(2)
    expect((await list(second))[0]).toMatchObject({
      version: { id: first, number: 1 },
      place: { fromSeconds: 10, toSeconds: 14, by: 'same-time' },
    })
    await write('New here')
    expect((await list(first)).map(({ place }) => place?.by)).toEqual(['own', undefined])
  })

  test.each([
    [false, { from: 0, to: 59.5, at: 0.5 }],
    [true, { from: 0.5, to: 60, at: 0 }],
  ])('has them where the music went, once the two were compared (the other way round: %s)', async (turned, segment) => {
    const first = versionId()
    await write('Vocal is low', { from: 10 })
    const second = await bounce(2)
    const pair = turned ? ([second, first] as const) : ([first, second] as const)
    await compared(...pair, [segment])
    expect((await list(second))[0]?.place).toEqual({ fromSeconds: 10.5, toSeconds: null, by: 'aligned' })
  })

  test('keeps the time where the two have nothing in common, and says that this is unsure', async () => {
    const first = versionId()
    await write('Vocal is low', { from: 10 })
    const second = await bounce(2)
    await compared(first, second, [])
    expect((await list(second))[0]?.place).toMatchObject({ fromSeconds: 10, by: 'unsure' })
  })

  test('says which version cut the place of a note out, also two versions later', async () => {
    const first = versionId()
    await write('Too long here', { from: 28 })
    await write('Snare rings', { from: 50 })
    const second = await bounce(2)
    await compared(first, second, [
      { from: 0, to: 24, at: 0 },
      { from: 32, to: 60, at: 24 },
    ])
    const places = async (id: string) => (await list(id)).map(({ place }) => place)
    expect(await places(second)).toEqual([
      { fromSeconds: 24, toSeconds: null, by: 'cut', cutIn: 2 },
      { fromSeconds: 42, toSeconds: null, by: 'aligned' },
    ])
    const third = await bounce(3)
    expect(await places(third)).toMatchObject([{ by: 'same-time' }, { by: 'same-time' }])
    await compared(second, third, [{ from: 0, to: 59, at: 1 }])
    expect(await places(third)).toEqual([
      { fromSeconds: 25, toSeconds: null, by: 'cut', cutIn: 2 },
      { fromSeconds: 43, toSeconds: null, by: 'aligned' },
    ])
    // Somebody compares the first with the third, and that says less.
    await compared(first, third, [])
    expect((await places(third)).map((place) => place?.by)).toEqual(['cut', 'aligned'])
  })

  test('that goes into the trash leaves its notes to the one before', async () => {
    const first = versionId()
    const second = await bounce(2)
    await write('Only in v2', { from: 10 })
    expect((await list(first))[0]?.place).toBeNull()
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
      params: { versionId: second },
    })
    expect((await list(first))[0]).toMatchObject({
      body: 'Only in v2',
      version: { number: 2 },
      place: { fromSeconds: 10, by: 'same-time' },
    })
  })

  test('leaves behind what was verified before it', async () => {
    const { id } = (await write('Snare rings')).body
    await set('ed', id, 'fixed')
    await set('cora', id, 'verified')
    expect((await list(await bounce(2)))[0]?.place).toBeNull()
  })
})

test('open notes are counted on the track and on the project', async () => {
  const { id } = (await write('a')).body
  await write('b')
  await reply(id, 'an answer is no note of its own')
  const details = async () => (await world.as('lin', 'GET /api/projects/:projectId')).body.openNoteCounts
  expect(await details()).toEqual({ [world.here['trackId'] ?? '']: 2 })
  await set('ed', id, 'fixed')
  expect(await details()).toEqual({ [world.here['trackId'] ?? '']: 1 })
  expect((await world.as('lin', 'GET /api/projects')).body.items[0]).toMatchObject({ openNoteCount: 1 })
})

test('a task remembers the note it came from', async () => {
  const { id } = (await write('Vocal is low', { from: 10, to: 14 })).body
  const task = await world.as('cora', 'POST /api/projects/:projectId/tasks', {
    body: { title: 'Vocal is low', trackId: world.here['trackId'], fromSeconds: 10, toSeconds: 14, noteId: id },
  })
  expect(task.body).toMatchObject({ noteId: id })
  expect(
    (await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'x', noteId: 'elsewhere' } }))
      .status,
  ).toBe(404)
})

test('events name the note and never say its words', async () => {
  const { id } = (await write('Not for the log')).body
  await reply(id, 'Nor this')
  const events = await world.services.database.db
    .selectFrom('events')
    .select(['kind', 'refs'])
    .where('kind', 'like', 'note.%')
    .orderBy('seq')
    .execute()
  expect(events.map(({ kind, refs }) => [kind, JSON.parse(refs).noteId])).toEqual([
    ['note.added', id],
    ['note.replied', id],
  ])
  expect(JSON.stringify(events)).not.toContain('log')
})

test('another project’s note is not found through one’s own', async () => {
  const projectId = world.elsewhere.projectId
  const track = (
    await world.as('stan', 'POST /api/projects/:projectId/tracks', {
      params: { projectId },
      body: { title: 'Bus Stop' },
    })
  ).body
  const version = await bounce(1, { projectId, trackId: track.id })
  const note = (
    await world.as('stan', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { projectId, trackId: track.id },
      body: { versionId: version, fromSeconds: 1, toSeconds: null, body: 'Secret' },
    })
  ).body
  expect(note.body).toBe('Secret')
  const tries = [
    reply(note.id, 'x', 'olga'),
    edit('olga', note.id, 'x'),
    remove('olga', note.id),
    restore('olga', note.id),
    set('olga', note.id, 'open'),
    react('olga', note.id, '👍'),
  ]
  for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404)
  expect(
    (await world.as('olga', 'GET /api/projects/:projectId/tracks/:trackId/notes', { query: { version } })).status,
  ).toBe(404)
  expect((await write('x', { version })).status).toBe(404)
})

describe('words that somebody else has changed meanwhile', () => {
  const save = (id: string, body: string, basedOn: string, headers: Readonly<Record<string, string>> = {}) =>
    world.as('cora', 'PATCH /api/projects/:projectId/notes/:noteId', {
      params: { noteId: id },
      body: { body, basedOn },
      headers,
    })

  test('are not overwritten: both are told', async () => {
    const { id } = (await write('Snare rings')).body
    expect((await save(id, 'Snare rings at 400 Hz', 'Snare rings')).status).toBe(200)
    const late = await save(id, 'Kick rings', 'Snare rings')
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'changed', current: { body: 'Snare rings at 400 Hz' } })
    expect((await list())[0]?.body).toBe('Snare rings at 400 Hz')
    expect((await save(id, 'Kick rings', 'Snare rings at 400 Hz')).status).toBe(200)
  })

  test('and the same words are no quarrel, nor a change that is sent twice', async () => {
    const { id } = (await write('Snare rings')).body
    const key = { 'idempotency-key': 'once' }
    expect((await save(id, 'Kick rings', 'Snare rings', key)).status).toBe(200)
    expect((await save(id, 'Kick rings', 'Snare rings')).status).toBe(200)
    expect((await save(id, 'Tom rings', 'Kick rings')).status).toBe(200)
    expect((await save(id, 'Kick rings', 'Snare rings', key)).status).toBe(200)
    expect((await list())[0]?.body).toBe('Tom rings')
  })
})
