import { exampleCover } from '#features/projects/cover-picture.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contracts, startRecurringJobs } from '#app/server/feature-parts.ts'
import { keepHouse } from '#server/jobs/housekeeping.jobs.ts'
import { serverScope } from '#server/scope.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { Method } from '#shared/contract.ts'
import type { TrashItem } from '../../trash.contract.ts'
import { aVersion } from '#testing/row-builders.ts'

const DAY_MS = 24 * 3600_000
type Key = `${Method} /${string}`
let world: World
beforeEach(async () => {
  world = await openWorld({ TRASH_DAYS: '7' })
})
afterEach(() => world.close())

const here = () => world.here['projectId'] ?? ''
const trash = async (by: PersonName = 'olga', query: Readonly<Record<string, string>> = {}): Promise<TrashItem[]> =>
  (await world.as(by, 'GET /api/trash', { query })).body.items
const named = (items: readonly TrashItem[]) =>
  items.map(({ kind, projectName, trackTitle, number }) => [kind, trackTitle ?? projectName, number])
const version = '/api/projects/:projectId/tracks/:trackId/versions/:versionId' as const

interface Song {
  readonly trackId: string
  readonly versionId: string
  readonly noteId: string
  readonly taskId: string
}

let made = 0
/** A track with stored bounces and their generated files, a note on the first and a task. */
async function song(title: string, bounces = 1): Promise<Song> {
  const {
    database: { db },
    storage,
  } = world.services
  const { body: track } = await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title } })
  for (let number = 1; number <= bounces; number++) {
    const id = `${title}${number}`.toLowerCase()
    const key = `projects/${here()}/${track.id}/${id}/mix.wav`
    for (const one of [key, key.replace('mix.wav', 'derived/stream.flac')])
      await storage.put(one, new Uint8Array([1, 2, 3]))
    await aVersion(world, {
      id,
      project_id: here(),
      track_id: track.id,
      number,
      sequence: ++made,
      file_name: 'mix.wav',
      size_bytes: 3,
      storage_key: key,
      created_at: 1,
    })
  }
  await db.updateTable('tracks').set({ last_version_number: bounces }).where('id', '=', track.id).execute()
  await db.updateTable('projects').set({ last_version_sequence: made }).execute()
  const versionId = `${title}1`.toLowerCase()
  const { body: note } = await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    params: { trackId: track.id },
    body: { versionId, fromSeconds: 1, toSeconds: null, body: 'Too loud' },
  })
  const { body: task } = await world.as('ed', 'POST /api/projects/:projectId/tasks', {
    body: { title: 'Softer', trackId: track.id },
  })
  return { trackId: track.id, versionId, noteId: note.id, taskId: task.id }
}
const stored = async () => {
  const keys: string[] = []
  for (const prefix of ['projects/', 'attachments/'])
    for await (const { key } of world.services.storage.list(prefix)) keys.push(key)
  return keys.toSorted()
}
/** Everything people see of the project, without its time of change. */
async function picture({ trackId, taskId, noteId }: Song) {
  const { updatedAt: _, tracks, ...project } = (await world.as('olga', 'GET /api/projects/:projectId')).body
  const notes = (
    await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId },
      query: { version: project.trackVersions[0]?.id ?? '' },
    })
  ).body
  const task = (await world.as('lin', 'GET /api/projects/:projectId/tasks')).body.items.find(
    ({ id }: { id: string }) => id === taskId,
  )
  return {
    project,
    tracks: tracks.map(({ updatedAt: __, ...track }: { updatedAt: number }) => track),
    notes,
    task,
    noteId,
  }
}

describe('the trash', () => {
  test('shows what can be brought back and until when: projects to owners, tracks or versions to editors', async () => {
    const kite = await song('Kite', 2)
    const salt = await song('Salt')
    await world.as('ed', `DELETE ${version}`, { params: { ...kite } })
    world.pass(1000)
    await world.as('olga', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { trackId: salt.trackId } })
    expect(named(await trash('ed'))).toEqual([
      ['track', 'Salt', null],
      ['version', 'Kite', 1],
    ])
    expect((await trash('ed'))[1]).toMatchObject({
      id: 'kite1',
      projectId: here(),
      projectName: 'Low Tide',
      trackId: kite.trackId,
      sizeBytes: 3,
      deletedBy: { id: 'ed', name: 'Ed' },
      deletedAt: world.services.now() - 1000,
      goneAt: world.services.now() - 1000 + 7 * DAY_MS,
      mayErase: false,
    })
    expect((await trash('olga'))[0]?.mayErase).toBe(true)
    for (const person of ['cora', 'lin', 'stan'] as const) expect(await trash(person)).toEqual([])
    await world.as('olga', 'DELETE /api/projects/:projectId')
    expect(named(await trash('olga'))).toEqual([['project', 'Low Tide', null]])
    expect(await trash('ed')).toEqual([])
    expect((await world.as('olga', 'GET /api/trash')).body.keptDays).toBe(7)
  })

  test('is read page by page', async () => {
    for (const title of ['Kite', 'Salt', 'Kiln']) {
      const { trackId } = await song(title)
      world.pass(1000)
      await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { trackId } })
    }
    const first = (await world.as('ed', 'GET /api/trash', { query: { limit: '2' } })).body
    const rest = (await world.as('ed', 'GET /api/trash', { query: { limit: '2', cursor: first.nextCursor } })).body
    expect([named(first.items), named(rest.items), rest.nextCursor]).toEqual([
      [
        ['track', 'Kiln', null],
        ['track', 'Salt', null],
      ],
      [['track', 'Kite', null]],
      null,
    ])
  })

  test('empties itself when the time is over, not before', async () => {
    const { trackId } = await song('Kite')
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { trackId } })
    world.pass(7 * DAY_MS - 1)
    await keepHouse(serverScope(world.services))
    expect(await trash('ed')).toHaveLength(1)
    world.pass(2)
    await keepHouse(serverScope(world.services))
    expect(await trash('ed')).toEqual([])
    expect(
      (await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/restore', { params: { trackId } })).status,
    ).toBe(404)
  })
})

describe('a deleted note and a step that was taken away', () => {
  const note = '/api/projects/:projectId/notes/:noteId' as const
  const steps = '/api/projects/:projectId/tasks/:taskId/items' as const

  test('go for good with the note’s files, answers and reactions, while what was made of its words stays', async () => {
    const { db } = world.services.database
    const { trackId, versionId, taskId } = await song('Kite')
    const params = { trackId, taskId }
    const ask: World['as'] = async (...asking) => {
      const answer = await world.as(...asking)
      expect(answer.status, asking[1]).toBe(200)
      return answer
    }
    await ask('ed', 'POST /api/projects/:projectId/tracks/:trackId/approvals', {
      params,
      body: { versionId, reviewerIds: ['cora'] },
    })
    await ask('cora', 'POST /api/projects/:projectId/tracks/:trackId/decisions', {
      params,
      body: { versionId, decision: 'changes', body: 'The bell is late', fromSeconds: 2 },
    })
    const { id: noteId } = await db
      .selectFrom('notes')
      .select('id')
      .where('body', '=', 'The bell is late')
      .executeTakeFirstOrThrow()
    const file = (
      await ask('ed', 'POST /api/projects/:projectId/tracks/:trackId/attachments', {
        params,
        query: { fileName: 'bell.png' },
        body: Buffer.from('a picture'),
        headers: { 'content-type': 'application/offset+octet-stream' },
      })
    ).body
    const { body: reply } = await ask('ed', `POST ${note}/replies`, {
      params: { noteId },
      body: { body: 'By how much?', attachmentIds: [file.id] },
    })
    await ask('ed', `PUT ${note}/reactions`, { params: { noteId: reply.id }, body: { emoji: '👍', chosen: true } })
    const { body: made } = await ask('ed', 'POST /api/projects/:projectId/tasks', {
      body: { title: 'Move the bell', trackId, noteId },
    })
    const { body: step } = await ask('ed', `POST ${steps}`, { params, body: { text: 'By 12 ms' } })
    await ask('ed', `POST ${steps}`, { params, body: { text: 'By ear' } })
    await ask('cora', `DELETE ${note}`, { params: { noteId } })
    await ask('ed', `DELETE ${steps}/:itemId`, { params: { ...params, itemId: step.id } })

    const left = async () => {
      await keepHouse(serverScope(world.services))
      const count = async (table: 'notes' | 'note_reactions' | 'note_attachments' | 'task_items') =>
        (await db.selectFrom(table).selectAll().execute()).length
      return {
        notes: await count('notes'),
        reactions: await count('note_reactions'),
        files: await count('note_attachments'),
        steps: await count('task_items'),
      }
    }
    world.pass(7 * DAY_MS - 1)
    expect(await left()).toEqual({ notes: 3, reactions: 1, files: 1, steps: 2 })
    world.pass(2)
    expect(await left()).toEqual({ notes: 1, reactions: 0, files: 0, steps: 1 })
    await startRecurringJobs(world.services)
    await world.work()
    expect((await stored()).filter((key) => key.startsWith('attachments/'))).toEqual([])
    expect((await world.as('cora', `POST ${note}/restore`, { params: { noteId } })).status).toBe(404)
    const tasks = (await ask('lin', 'GET /api/projects/:projectId/tasks')).body.items
    expect(tasks.find(({ id }: { id: string }) => id === made.id)).toMatchObject({
      title: 'Move the bell',
      noteId: null,
    })
    const record = (await ask('lin', 'GET /api/projects/:projectId/tracks/:trackId/approvals', { params })).body
    expect(record.decisions).toMatchObject([{ authorId: 'cora', decision: 'changes', body: 'The bell is late' }])
  })
})

describe('emptying it', () => {
  /** A version that has long been in the trash, with a note, beside one that exists. */
  async function longGone(): Promise<Song> {
    const kite = await song('Kite', 2)
    await world.as('ed', `DELETE ${version}`, { params: { ...kite } })
    world.pass(8 * DAY_MS)
    return kite
  }
  const standsOn = async ({ noteId }: Song) =>
    (
      await world.services.database.db
        .selectFrom('notes')
        .select('version_id')
        .where('id', '=', noteId)
        .executeTakeFirstOrThrow()
    ).version_id

  test('leaves a version that is brought back in the midst of it, and its notes on it', async () => {
    const kite = await longGone()
    const { db } = world.services.database
    let isFirst = true
    const watched = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false
          await db.updateTable('versions').set({ deleted_at: null }).where('id', '=', kite.versionId).execute()
        }
        return result
      },
    })
    await keepHouse({ ...serverScope(world.services), db: watched })
    expect(await standsOn(kite)).toBe(kite.versionId)
  })

  test('moves notes and ends their version together or not at all', async () => {
    const kite = await longGone()
    const dying = world.services.database.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'DeleteQueryNode') throw new Error('the power went')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(keepHouse({ ...serverScope(world.services), db: dying })).rejects.toThrow('the power went')
    expect(await standsOn(kite)).toBe(kite.versionId)
    await keepHouse(serverScope(world.services))
    expect(await standsOn(kite)).toBe('kite2')
  })
})

describe('what is in the trash', () => {
  const body = {
    intoTrackId: 'nowhere',
    text: 'x',
    ticked: true,
    name: 'x',
    title: 'x',
    trackIds: [],
    kind: 'opus',
    channels: 'mix',
    versionA: 'kite1',
    versionB: 'kite2',
    versionId: 'kite1',
    level: 'none',
    fromSeconds: 1,
    toSeconds: null,
    body: 'x',
    emoji: '👍',
    chosen: true,
    items: [],
    what: { kind: 'project', latestOnly: false },
    may: { comment: false, seeNotes: false, approve: false, download: false, upload: false },
    reviewerIds: ['lin'],
    decision: 'approved',
    ...exampleCover,
    seenAt: 1,
    notes: [{ fromSeconds: 1, toSeconds: null, body: 'x' }],
  }
  const ask = (person: PersonName, key: Key, ids: Readonly<Record<string, string>>) => {
    const isUpload = key.includes('/uploads')
    return world.as(person, key, {
      params: {
        ...Object.fromEntries(
          [
            'commentId',
            'uploadId',
            'roundId',
            'shareId',
            'inviteId',
            'comparisonId',
            'attachmentId',
            'itemId',
            'startId',
            'reviewerId',
            'decisionId',
          ].map((name) => [name, 'nowhere']),
        ),
        position: '0',
        userId: 'lin',
        ...ids,
      },
      query:
        key.startsWith('GET') && key.endsWith('/notes')
          ? { version: 'kite1' }
          : key.endsWith('/attachments')
            ? { fileName: 'x' }
            : {},
      headers: isUpload
        ? {
            'tus-resumable': '1.0.0',
            'upload-length': '1',
            'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa(ids['trackId'] ?? '')}`,
            ...(key.startsWith('PATCH') && { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }),
          }
        : {},
      body: isUpload || /^(GET|HEAD|DELETE) /.test(key) ? undefined : key.endsWith('/state') ? { state: 'open' } : body,
    })
  }
  const routesWith = (param: string) =>
    contracts.flatMap((contract) => Object.keys(contract) as Key[]).filter((key) => key.includes(`/:${param}`))

  test('of a track does not exist for anybody, but to bring it back or to end it', async () => {
    const kite = await song('Kite', 2)
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { ...kite } })
    const found: string[] = []
    for (const key of [...routesWith('trackId'), ...routesWith('noteId')])
      for (const person of ['lin', 'ed'] as const)
        if (!/\/(restore|erase)$/.test(key) && (await ask(person, key, { ...kite })).status !== 404)
          found.push(`${person} ${key}`)
    expect(found.filter((one) => !one.startsWith('lin '))).toEqual([])
    // A user without the permission is refused before the thing is looked up.
    for (const one of found) expect((await ask('lin', one.slice(4) as Key, { ...kite })).status).toBe(403)
    expect((await ask('lin', 'POST /api/projects/:projectId/tracks/:trackId/restore', { ...kite })).status).toBe(403)
  })

  test('of a version does not exist for anybody, but to bring it back or to end it', async () => {
    const kite = await song('Kite', 2)
    await world.as('ed', `DELETE ${version}`, { params: { ...kite } })
    const found: string[] = []
    for (const key of routesWith('versionId'))
      if (!/\/(restore|erase)$/.test(key) && (await ask('ed', key, { ...kite })).status !== 404) found.push(key)
    expect(found).toEqual([])
    expect(
      (
        await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/download', {
          params: { ...kite },
          query: { version: 'kite1' },
        })
      ).status,
    ).toBe(404)
  })

  test('of a project does not exist for anybody, its owner included', async () => {
    const kite = await song('Kite')
    await world.as('olga', 'DELETE /api/projects/:projectId')
    const found: string[] = []
    for (const key of routesWith('projectId'))
      for (const person of ['olga', 'lin'] as const)
        if (!/\/:projectId\/(restore|erase)$/.test(key) && (await ask(person, key, { ...kite })).status !== 404)
          found.push(`${person} ${key}`)
    expect(found).toEqual([])
    for (const key of ['POST /api/projects/:projectId/restore', 'POST /api/projects/:projectId/erase'] as const)
      expect((await ask('ed', key, {})).status).toBe(403)
  })

  test.each(['project', 'track', 'version'] as const)(
    'comes back as it was: a %s with its notes, tasks and files',
    async (kind) => {
      const kite = await song('Kite', 2)
      const before = await picture(kite)
      const files = await stored()
      const path =
        kind === 'project'
          ? '/api/projects/:projectId'
          : kind === 'track'
            ? '/api/projects/:projectId/tracks/:trackId'
            : version
      expect((await world.as('olga', `DELETE ${path}`, { params: { ...kite } })).status).toBe(200)
      world.pass(DAY_MS)
      await world.work()
      const [{ id } = { id: '' }] = await trash()
      expect(id).toBe(kind === 'project' ? here() : kind === 'track' ? kite.trackId : kite.versionId)
      expect((await world.as('olga', `POST ${path}/restore`, { params: { ...kite } })).status).toBe(200)
      expect(await picture(kite)).toEqual(before)
      expect(await stored()).toEqual(files)
      expect(await trash()).toEqual([])
    },
  )

  test('shuts the links into it, which work again with it', async () => {
    const kite = await song('Kite')
    const {
      body: {
        items: [share],
      },
    } = await world.as('olga', 'POST /api/projects/:projectId/shares', {
      body: {
        what: { kind: 'tracks', trackIds: [kite.trackId], latestOnly: false },
        may: { comment: true, seeNotes: true, approve: false, download: true, upload: false },
      },
    })
    const guest = new GuestBrowser(world)
    await guest.open(share.url)
    await guest.say('Ann')
    const opens = async () =>
      (await guest.ask('GET /api/projects/:projectId/tracks/:trackId/download', { params: { ...kite } })).status
    const states = [await opens()]
    for (const path of ['/api/projects/:projectId/tracks/:trackId', '/api/projects/:projectId'] as const) {
      await world.as('olga', `DELETE ${path}`, { params: { ...kite } })
      states.push(await opens())
      await world.as('olga', `POST ${path}/restore`, { params: { ...kite } })
      states.push(await opens())
    }
    expect(states).toEqual([200, 404, 200, 404, 200])
  })
})

describe('for good', () => {
  test('only from the trash, only by owners, and with every file', async () => {
    const kite = await song('Kite')
    const salt = await song('Salt')
    await world.services.storage.put(`attachments/${here()}/a/photo.jpg`, new Uint8Array([1]))
    const erase = (person: PersonName) =>
      world.as(person, 'POST /api/projects/:projectId/tracks/:trackId/erase', { params: { ...kite } })
    expect((await erase('olga')).status).toBe(404)
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { ...kite } })
    expect([
      (await erase('ed')).status,
      (await erase('stan')).status,
      (await erase('olga')).status,
      (await erase('olga')).status,
    ]).toEqual([403, 404, 200, 404])
    await world.work()
    expect((await stored()).filter((key) => key.includes(kite.trackId))).toEqual([])
    expect((await stored()).filter((key) => key.includes(salt.trackId))).toHaveLength(2)
    expect(
      (await world.as('lin', 'GET /api/projects/:projectId/tasks')).body.items.map(
        ({ trackId }: { trackId: string | null }) => trackId,
      ),
    ).toEqual(expect.arrayContaining([null, salt.trackId]))
    await world.as('olga', 'DELETE /api/projects/:projectId')
    expect((await world.as('olga', 'POST /api/projects/:projectId/erase')).status).toBe(200)
    await world.work()
    expect(await stored()).toEqual([])
    expect((await world.as('olga', 'POST /api/projects/:projectId/restore')).status).toBe(404)
    const { items } = (await world.as('olga', 'GET /api/admin/audit')).body
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['project.erased', 'track.erased', 'project.deleted', 'track.deleted']),
    )
  })

  test('a version leaves its notes on the next one, and its file to the bounce that was made of it again', async () => {
    const kite = await song('Kite', 2)
    const again = await world.as('olga', `POST ${version}/newest`, { params: { ...kite } })
    expect(again.body).toMatchObject({ number: 3, restoredFrom: 1 })
    await world.as('ed', `DELETE ${version}`, { params: { ...kite } })
    expect((await world.as('olga', `POST ${version}/erase`, { params: { ...kite } })).status).toBe(200)
    await world.work()
    expect(await stored()).toEqual(
      [1, 2].flatMap((number) => [
        `projects/${here()}/${kite.trackId}/kite${number}/derived/stream.flac`,
        `projects/${here()}/${kite.trackId}/kite${number}/mix.wav`,
      ]),
    )
    const notes = (
      await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
        params: { ...kite },
        query: { version: 'kite2' },
      })
    ).body.items
    expect(notes).toMatchObject([{ id: kite.noteId, body: 'Too loud', version: { id: 'kite2' } }])
    expect(
      (await world.as('olga', 'GET /api/projects/:projectId/tracks/:trackId/download', { params: { ...kite } })).status,
    ).toBe(200)
  })

  test('the last version of a track takes its notes along', async () => {
    const kite = await song('Kite')
    await world.as('ed', `DELETE ${version}`, { params: { ...kite } })
    await world.as('olga', `POST ${version}/erase`, { params: { ...kite } })
    expect(await world.services.database.db.selectFrom('notes').select('id').execute()).toEqual([])
  })
})
