import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableDecisions } from '#app/server/feature-parts.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { migrations } from '#server/db/migrations.ts'
import { storedDate } from '#server/db/stored-date.ts'
import { openWorld, type World } from '#testing/world.ts'
import { adminOn } from './admin.rig.ts'
import { openFurnished, type Furnished } from './furnished.rig.ts'
import { openZip } from './zip-reading.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-export-test-'))
const zip = join(folder, 'Low Tide.zip')
let here: Furnished
let there: World
let projectId: string
beforeAll(async () => {
  here = await openFurnished()
  projectId = here.world.here['projectId'] ?? ''
  await adminOn(here.world.services)(['export', 'Low Tide', zip])
  there = await openWorld({ MIN_FREE_MB: '0' })
  // Cora has no account on the other server.
  await there.services.database.db.deleteFrom('user').where('id', '=', 'cora').execute()
})
afterAll(async () => {
  await there.close()
  await here.world.close()
  rmSync(folder, { recursive: true, force: true })
})

const track = '/api/projects/:projectId/tracks/:trackId' as const
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target)
  return typeof value === 'function' ? value.bind(target) : value
}

/** The same archive with other contents, deflated: as small as an attacker could make it. */
async function repacked(path: string, change: (name: string, content: Buffer) => Buffer): Promise<Buffer> {
  const { entries, read } = await openZip(path)
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const name of entries.keys()) {
    const content = change(name, Buffer.concat(await Array.fromAsync(await read(name))))
    const [packed, label] = [deflateRawSync(content), Buffer.from(name)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(label.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    parts.push(Buffer.from('PK\x03\x04'), common, label, packed)
    list.push(Buffer.from('PK\x01\x02\x14\x00'), common, place, label)
    at += 30 + label.length + packed.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.size, 8)
  end.writeUInt16LE(entries.size, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}

/** What people see of a project, without its members and without work in progress. */
async function seen(world: World, projectId: string, versionId: string) {
  const get = async (path: `/${string}`, query: Record<string, string> = {}) =>
    (await world.as('ed', `GET ${path}`, { params: { projectId, trackId: here.first.trackId, versionId }, query })).body
  const details = await get('/api/projects/:projectId')
  const notes = (await get(`${track}/notes`, { version: versionId })).items
  return {
    tracks: details.tracks.map(({ id, title, status, tempo, key }: Record<string, unknown>) => [
      id,
      title,
      status,
      tempo,
      key,
    ]),
    versions: details.trackVersions.map(
      ({ id, number, fileName, sha256: hash, changelog, restoredFrom }: Record<string, unknown>) => [
        id,
        number,
        fileName,
        hash,
        changelog,
        restoredFrom,
      ],
    ),
    notes: notes.map(
      (
        note: Record<string, unknown> & {
          replies: { body: string; authorName: string }[]
          attachments: { sha256: string; fileName: string }[]
        },
      ) => [
        note['id'],
        note['body'],
        note['authorName'],
        note['state'],
        note['fromSeconds'],
        note['reactions'],
        note['set'],
        note.replies.map(({ body, authorName }) => [body, authorName]),
        note.attachments.map(({ sha256: hash, fileName }) => [hash, fileName]),
      ],
    ),
    files: (await get('/api/projects/:projectId/files')).items.map(
      ({ id, name, audience, newest }: Record<string, unknown>) => [id, name, audience, newest],
    ),
    tasks: (await get('/api/projects/:projectId/tasks')).items.map(
      ({ id, number, title, state, noteId }: Record<string, unknown>) => [id, number, title, state, noteId],
    ),
    decisions: (await get(`${track}/approvals`)).decisions.map(
      ({ id, decision, authorName, sha256: hash }: Record<string, unknown>) => [id, decision, authorName, hash],
    ),
    activity: (await get('/api/projects/:projectId/activity', { limit: '200' })).items.map(
      ({ seq, kind, at, actorName, subject }: Record<string, unknown>) => [seq, kind, at, actorName, subject],
    ),
  }
}

test('every table there is belongs to somebody, who decided whether a project takes it along', async () => {
  const tables = (await tableShapes(new Set(migrations.map(({ name }) => name)))).map(({ name }) => name)
  expect(
    tables.filter((name) => !(name in tableDecisions)),
    'state it in the feature’s file',
  ).toEqual([])
})

test('an export is read without Roughmix: files under readable names, and JSON with names', async () => {
  const { entries, read } = await openZip(zip)
  expect([...entries.keys()].toSorted()).toEqual([
    'activity.json',
    'approvals.json',
    'attachments/Kiln/desk & cable.png',
    'audio/01 Kiln/Kiln – v1.wav',
    'audio/01 Kiln/Kiln – v2.wav',
    'files.json',
    'files/Lyrics.txt',
    'files/older/v1/Lyrics.txt',
    'import/export.json',
    'import/files.jsonl',
    'import/rows.jsonl',
    'notes.json',
    'project.json',
    'stages.json',
    'tasks.json',
    'tracks.json',
    'versions.json',
  ])
  expect(JSON.parse(await text(await read('tracks.json')))).toMatchObject([
    { title: 'Kiln', tempo: { beatsPerMinute: 96, beatsPerBar: 4, offset: 0 }, musicalKey: 'A minor' },
  ])
  const versions = JSON.parse(await text(await read('versions.json')))
  expect(
    versions
      .map(({ number, file, uploadedByName }: Record<string, unknown>) => [number, file, uploadedByName])
      .toSorted(),
  ).toEqual([
    [1, 'audio/01 Kiln/Kiln – v1.wav', 'Ed'],
    [2, 'audio/01 Kiln/Kiln – v2.wav', 'Ed'],
    [3, 'audio/01 Kiln/Kiln – v1.wav', 'Ed'],
  ])
  const file = Buffer.concat(await Array.fromAsync(await read('audio/01 Kiln/Kiln – v2.wav')))
  expect(sha256(file)).toBe(versions.find(({ number }: { number: number }) => number === 2).sha256)
  expect(JSON.stringify(JSON.parse(await text(await read('notes.json'))))).toMatch(
    /"authorName":"Cora".*"replies":\[\{.*"body":"On it"/,
  )
  expect(JSON.parse(await text(await read('files.json')))).toMatchObject([
    { name: 'Lyrics.txt', audience: 'editors', versions: [{ number: 1 }, { number: 2, file: 'files/Lyrics.txt' }] },
  ])
  expect(await text(await read('files/older/v1/Lyrics.txt'))).toBe('first verse')
  expect(await text(await read('import/rows.jsonl'))).not.toContain('Still a draft')
  expect(
    await here.world.services.database.db
      .selectFrom('audit')
      .select('project_id')
      .where('kind', '=', 'admin.exported')
      .execute(),
  ).toEqual([{ project_id: projectId }])
})

test('an import is the project again, with equal hashes, known people and everybody else’s names', async () => {
  const admin = adminOn(there.services)
  const { code, json } = await admin(['import', zip, '--json'])
  expect([code, json]).toEqual([
    0,
    expect.objectContaining({
      projectId,
      name: 'Low Tide',
      versions: 3,
      matched: 3,
      keptAsNames: ['Cora', 'Gus (guest)'],
      missing: [],
      differing: [],
    }),
  ])
  const [before, after] = [
    await seen(here.world, projectId, here.second.versionId),
    await seen(there, projectId, here.second.versionId),
  ]
  const withGuests = JSON.parse(JSON.stringify(before).replaceAll('"Gus"', '"Gus (guest)"'))
  expect(after).toEqual(withGuests)
  expect(after.notes.length).toBeGreaterThan(2)
  for (const versionId of [here.first.versionId, here.second.versionId]) {
    const at = { params: { projectId, trackId: here.first.trackId }, query: { version: versionId } }
    expect(
      (await there.as('ed', `GET ${track}/download`, at)).raw.equals(
        (await here.world.as('ed', `GET ${track}/download`, at)).raw,
      ),
    ).toBe(true)
  }
  const decision = after.decisions[0][0]
  expect(
    (
      await there.as('ed', `GET ${track}/decisions/:decisionId/verification`, {
        params: { projectId, trackId: here.first.trackId, decisionId: decision },
      })
    ).body,
  ).toMatchObject({ matches: true })
  // The imported files are analysed again, old events notify nobody, and Cora’s name grants no access.
  await there.work()
  expect(
    (await there.as('ed', 'GET /api/projects/:projectId', { params: { projectId } })).body.trackVersions.map(
      ({ state }: { state: string }) => state,
    ),
  ).toEqual(['ready', 'ready', 'ready'])
  expect((await there.as('ed', 'GET /api/inbox')).body.items).toEqual([])
  expect((await admin(['verify', '--json'])).json).toMatchObject({ missing: [], mismatched: [] })
  const cora = await there.services.database.db
    .selectFrom('user')
    .select(['email', 'disabledAt'])
    .where('name', '=', 'Cora')
    .executeTakeFirstOrThrow()
  expect([cora.email, cora.disabledAt]).toEqual([expect.stringMatching(/@imported\.invalid$/), expect.anything()])
})

test('a project that is there already comes in only as a copy, with ids of its own', async () => {
  const admin = adminOn(here.world.services)
  expect(await admin(['import', zip])).toMatchObject({ code: 3, err: expect.stringContaining('is here already') })
  const { code, json } = await admin(['import', zip, '--copy', '--owner', 'stan@example.com', '--json'])
  expect([code, json.projectId === projectId, json.keptAsNames]).toEqual([0, false, ['Gus (guest)']])
  const { db } = here.world.services.database
  const versions = async (id: string) =>
    db.selectFrom('versions').select(['number', 'sha256']).where('project_id', '=', id).orderBy('number').execute()
  expect(await versions(json.projectId)).toEqual(await versions(projectId))
  expect(
    (await here.world.as('stan', 'GET /api/projects/:projectId/members', { params: { projectId: json.projectId } }))
      .status,
  ).toBe(200)
  const notes = async (id: string) =>
    db.selectFrom('notes').select(['body']).where('project_id', '=', id).orderBy('created_at').orderBy('body').execute()
  expect(await notes(json.projectId)).toEqual(await notes(projectId))
})

test('an account that never confirmed its address, or is disabled, is not taken for the person it names', async () => {
  const world = await openWorld({ MIN_FREE_MB: '0' })
  const { db, engine } = world.services.database
  await db
    .updateTable('user')
    .set({ emailVerified: engine === 'sqlite' ? 0 : false })
    .where('id', '=', 'olga')
    .execute()
  await db
    .updateTable('user')
    .set({ disabledAt: storedDate(world.services.now()) })
    .where('id', '=', 'ed')
    .execute()
  const admin = adminOn(world.services)
  expect((await admin(['import', zip])).err).toContain('--owner')
  const { code, out } = await admin(['import', zip, '--owner', 'stan'])
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('as it is not confirmed or the account is disabled: Ed, Olga.'),
  ])
  const members = await db
    .selectFrom('memberships')
    .select(['user_id', 'role'])
    .where('project_id', '=', projectId)
    .orderBy('user_id')
    .execute()
  expect(members).toEqual([
    { user_id: 'cora', role: 'commenter' },
    { user_id: 'lin', role: 'listener' },
    { user_id: 'stan', role: 'owner' },
  ])
  expect((await world.as('olga', 'GET /api/projects/:projectId', { params: { projectId } })).status).toBe(404)
  await world.close()
})

test('a ZIP that unpacks to more than it lists is broken off, and one there is no room for is not begun', async () => {
  const bytes = 64 * 1024 * 1024
  const bomb = join(folder, 'bomb.zip')
  await writeFile(
    bomb,
    await repacked(zip, (name, content) => (name === 'audio/01 Kiln/Kiln – v2.wav' ? Buffer.alloc(bytes) : content)),
  )
  const world = await openWorld({ MIN_FREE_MB: '0' })
  let put = 0
  const storage = world.services.storage
  const counted: Services = {
    ...world.services,
    storage: new Proxy(storage, {
      get: (target, key) =>
        key === 'put'
          ? (to: string, source: Readable) =>
              target.put(
                to,
                source.on('data', (chunk: Buffer) => void (put += chunk.byteLength)),
              )
          : bound(target, key),
    }),
  }
  expect((await adminOn(counted)(['import', bomb])).err).toContain('The ZIP is damaged: ')
  expect(put).toBeLessThan(bytes / 16)
  expect(await Array.fromAsync(storage.list('projects/'))).toEqual([])
  const limited = (settings: Partial<Config>): Services => ({
    ...world.services,
    config: { ...world.services.config, ...settings },
  })
  expect((await adminOn(limited({ PROJECT_QUOTA_GB: 0.00001 }))(['import', zip])).err).toContain('a project may hold')
  expect((await adminOn(limited({ MIN_FREE_MB: 1_000_000_000 }))(['import', zip])).err).toContain('not so much room')
  await writeFile(
    bomb,
    await repacked(zip, (name, content) => (name === 'import/export.json' ? Buffer.alloc(bytes + 1, ' ') : content)),
  )
  expect((await adminOn(world.services)(['import', bomb])).err).toContain('unpacks to more than')
  await world.close()
})

test.each([
  [
    'a path for the project’s id',
    'import/export.json',
    (text: string) => text.replace(/"projectId":\s*"[^"]+"/, '"projectId":"../../etc"'),
  ],
  ['a head that is no JSON', 'import/export.json', () => '{"roughmix":'],
  [
    'a path for a track’s id',
    'import/rows.jsonl',
    (text: string) => text.replaceAll(/(?<=\{"table":"tracks"[^\n]*\n\[[^\n]*?)"[a-z0-9]{26}"/g, '"../x"'),
  ],
  [
    'a table that is none of ours',
    'import/rows.jsonl',
    (text: string) => text.replace('"table":"tracks"', '"table":"sqlite_master"'),
  ],
  ['a column that is none of ours', 'import/rows.jsonl', (text: string) => text.replace('"title"', '"ti-tle"')],
  ['a line of files that is no JSON', 'import/files.jsonl', (text: string) => text.replace('{', '')],
] as const)('an import refuses %s in words, and writes nothing', async (_, altered, alter) => {
  const world = await openWorld({ MIN_FREE_MB: '0' })
  const bad = join(folder, 'altered.zip')
  let isAltered = false
  await writeFile(
    bad,
    await repacked(zip, (name, content) => {
      if (name !== altered) return content
      const text = alter(content.toString())
      isAltered = text !== content.toString()
      return Buffer.from(text)
    }),
  )
  expect(isAltered).toBe(true)
  const { err } = await adminOn(world.services)(['import', bad])
  expect(err).toContain('altered')
  expect(err).not.toMatch(/\n\s+at /)
  expect(await Array.fromAsync(world.services.storage.list('projects/'))).toEqual([])
  await world.close()
})

test('a stopped or refused import takes its files back, and what a killed one left behind is replaced', async () => {
  const world = await openWorld({ MIN_FREE_MB: '0' })
  const { storage } = world.services
  let put = 0
  const stopping = new AbortController()
  const counted: Services = {
    ...world.services,
    storage: new Proxy(storage, {
      get: (target, key) =>
        key === 'put'
          ? (to: string, source: Readable) => (++put === 2 && stopping.abort(), target.put(to, source))
          : bound(target, key),
    }),
  }
  const files = () => Array.fromAsync(storage.list(''))
  const before = (await files()).length

  expect(await adminOn(counted)(['import', zip], { signal: stopping.signal })).toMatchObject({
    code: 3,
    err: 'Stopped. Nothing was imported: the command can be given again.\n',
  })
  expect([put, (await files()).length]).toEqual([2, before])

  const newId = () => {
    if (put > 2) throw new Error('no more ids')
    return world.services.newId()
  }
  await expect(adminOn({ ...counted, newId })(['import', zip])).rejects.toThrow('no more ids')
  expect([put > 2, (await files()).length]).toEqual([true, before])

  const { storage_key: left } = await here.world.services.database.db
    .selectFrom('versions')
    .select('storage_key')
    .where('id', '=', here.first.versionId)
    .executeTakeFirstOrThrow()
  await storage.put(left, Buffer.from('half a bounce'))
  expect(await adminOn(world.services)(['import', zip, '--json'])).toMatchObject({
    code: 0,
    json: { missing: [], differing: [] },
  })
  await world.close()
})

test('what is no export, is damaged, or would be nobody’s is refused, and leaves nothing behind', async () => {
  const world = await openWorld()
  await world.services.database.db.deleteFrom('user').where('id', '=', 'olga').execute()
  const admin = adminOn(world.services)
  const counts = async () => [
    (await world.services.database.db.selectFrom('projects').selectAll().execute()).length,
    (await Array.fromAsync(world.services.storage.list(''))).length,
  ]
  const before = await counts()
  const said = async (...args: string[]) => {
    const { code, err } = await admin(['import', ...args])
    return `${code} ${err.trim()}`
  }
  await writeFile(join(folder, 'none.zip'), 'no zip at all')
  expect(await said(join(folder, 'none.zip'))).toContain('3 ')
  expect(await said(zip)).toBe(
    '3 Nobody who owned it has an account here with that address confirmed. Say who is to own it: --owner EMAIL.',
  )
  const bytes = await readFile(zip)
  const at = bytes.indexOf('RIFF')
  bytes[at + 5000] = (bytes[at + 5000] ?? 0) ^ 1
  await writeFile(join(folder, 'damaged.zip'), bytes)
  expect(await said(join(folder, 'damaged.zip'), '--owner', 'ed@example.com')).toContain('The ZIP is damaged')
  expect(await counts()).toEqual(before)
  expect((await adminOn(here.world.services)(['export', 'Nowhere'])).err).toBe('There is no project Nowhere.\n')
  await world.close()
})
