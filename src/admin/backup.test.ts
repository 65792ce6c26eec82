import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rowLines } from '#server/backup/row-lines.ts'
import { databaseRows } from '#server/backup/stored-rows.ts'
import { digestRows } from '#server/backup/table-digests.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import { readConfig } from '#server/config.ts'
import { refuseUnfinished } from '#server/backup/unfinished-restore.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { adminOn } from './admin.rig.ts'
import { fillPlace } from './fill-place.ts'
import { openFurnished, type Furnished } from './furnished.rig.ts'

let here: Furnished
let admin: ReturnType<typeof adminOn>
let folder: string
beforeAll(async () => {
  here = await openFurnished()
  admin = adminOn(here.world.services)
})
afterAll(() => here.world.close())
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'roughmix-backup-test-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string) => join(folder, name)
const storedKeys = async () =>
  (await Array.fromAsync(here.world.services.storage.list(''))).map(({ key }) => key).toSorted()

/** The contents of a restored folder, read without the commands. */
async function contents(dataDir: string) {
  const database = openDatabase({ url: undefined, dataDir })
  const { applied } = await schemaState(database.db, database.engine)
  const tables = await digestRows(databaseRows(database.db, await tableShapes(new Set(applied)), applied))
  const uploads = await database.db.selectFrom('uploads').select('state').where('state', '!=', 'finished').execute()
  await database.close()
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const keys = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, 'files').length + 1))
    .toSorted()
  return { tables, uploads, keys, bytesOf: (key: string) => readFile(join(dataDir, 'files', key)) }
}

async function worldTables() {
  const { db, engine } = here.world.services.database
  const { applied } = await schemaState(db, engine)
  return digestRows(databaseRows(db, await tableShapes(new Set(applied)), applied))
}

describe.each(['backup', 'backup.zip'])('a backup as %s', (name) => {
  test('restores every row and every file into an empty folder, whatever engine it came from', async () => {
    const made = await admin(['backup', inFolder(name), '--json'])
    expect([made.code, made.json]).toEqual([
      0,
      expect.objectContaining({ files: (await storedKeys()).length, missing: [], altered: [] }),
    ])
    const { code, json } = await admin(['restore', inFolder(name), '--into', inFolder('data'), '--json'])
    expect([code, json]).toEqual([
      0,
      expect.objectContaining({
        rows: made.json.rows,
        files: made.json.files,
        differingTables: [],
        differingFiles: [],
        dangling: [],
        endedUploads: 1,
      }),
    ])
    const restored = await contents(inFolder('data'))
    const { uploads: _, audit: log, ...tables } = restored.tables
    const { uploads: __, audit: before, ...original } = await worldTables()
    expect(tables).toEqual(original)
    // The restored log has one more entry, for the restore; the one for the backup was written after the copy.
    expect(log?.rows).toBe(before?.rows)
    expect(
      (
        await here.world.services.database.db
          .selectFrom('audit')
          .select('id')
          .where('kind', '=', 'admin.backed_up')
          .execute()
      ).length,
    ).toBeGreaterThan(0)
    expect(restored.uploads).toEqual([{ state: 'cancelled' }])
    expect(restored.keys).toEqual(await storedKeys())
    for (const key of restored.keys)
      expect(
        Buffer.concat(await Array.fromAsync(await here.world.services.storage.read(key))).equals(
          await restored.bytesOf(key),
        ),
        key,
      ).toBe(true)
    const secret = join(here.world.services.config.DATA_DIR, 'auth-secret')
    expect([
      await readFile(inFolder('data/auth-secret'), 'utf8'),
      statSync(inFolder('data/auth-secret')).mode & 0o777,
    ]).toEqual([await readFile(secret, 'utf8'), 0o600])
  })
})

test('a second backup into the same folder reads only what is new, and a third beside it links', async () => {
  await admin(['backup', inFolder('backup')])
  expect((await admin(['backup', inFolder('backup'), '--json'])).json.read).toBe(0)
  const beside = await admin(['backup', inFolder('beside'), '--like', inFolder('backup'), '--json'])
  expect(beside.json.read).toBe(0)
  const key = (await storedKeys())[0] ?? ''
  expect((await stat(inFolder(`beside/files/${key}`))).ino).toBe((await stat(inFolder(`backup/files/${key}`))).ino)
  expect((await admin(['restore', inFolder('beside'), '--into', inFolder('data')])).code).toBe(0)
})

test('names what was missing and what was altered already, keeps everything else, and ends with 1', async () => {
  const { storage } = here.world.services
  const keys = await storedKeys()
  const [lost = '', altered = ''] = [
    keys.find((key) => key.endsWith('opus.packets')),
    keys.find((key) => key.endsWith('.png')),
  ]
  const [packets, picture] = await Promise.all(
    [lost, altered].map(async (key) => Buffer.concat(await Array.fromAsync(await storage.read(key)))),
  )
  await storage.remove(lost)
  await storage.put(altered, Buffer.alloc(picture?.byteLength ?? 0, 1))
  try {
    expect(await admin(['backup', inFolder('backup'), '--json'])).toMatchObject({
      code: 1,
      json: { missing: [lost], altered: [altered] },
    })
    expect(await admin(['restore', inFolder('backup'), '--into', inFolder('data'), '--json'])).toMatchObject({
      code: 0,
      json: { dangling: [], differingFiles: [] },
    })
  } finally {
    await storage.put(lost, packets ?? Buffer.alloc(0))
    await storage.put(altered, picture ?? Buffer.alloc(0))
  }
})

test('a file that is deleted for good while it is copied is no loss: the database is taken anew', async () => {
  const { storage, database } = here.world.services
  const attachment = await database.db.selectFrom('note_attachments').selectAll().executeTakeFirstOrThrow()
  const key = `attachments/${attachment.project_id}/doomed/doomed.bin`
  await storage.put(key, Buffer.from('doomed'))
  await database.db
    .insertInto('note_attachments')
    .values({ ...attachment, id: 'doomed', storage_key: key })
    .execute()
  const find = storage.find.bind(storage)
  storage.find = async (asked) => {
    if (asked === key) {
      await database.db.deleteFrom('note_attachments').where('id', '=', 'doomed').execute()
      await storage.remove(key)
    }
    return find(asked)
  }
  try {
    expect(await admin(['backup', inFolder('backup'), '--json'])).toMatchObject({ code: 0, json: { missing: [] } })
  } finally {
    storage.find = find
  }
  expect((await admin(['restore', inFolder('backup'), '--into', inFolder('data'), '--json'])).json.dangling).toEqual([])
})

test('rows kept before an upgrade go into a new database beside the files, and what is missing is told', async () => {
  const kept = fileURLToPath(new URL('../../fixtures/schemas/0009-note-details.jsonl', import.meta.url))
  await mkdir(inFolder('data/files'), { recursive: true })
  await writeFile(inFolder('data/files/.roughmix-volume'), '')
  const { code, json } = await admin(['restore', kept, '--into', inFolder('data'), '--json'])
  expect([code, json.differingTables, json.dangling.length]).toEqual([1, [], 4])
  expect((await contents(inFolder('data'))).tables['notes']?.rows).toBe(4)
  expect(await admin(['restore', kept, '--into', inFolder('data')])).toMatchObject({
    code: 3,
    err: expect.stringContaining('There is a roughmix.sqlite'),
  })
})

test('rows alone that were not all put back keep a server from starting, and can be put back anew', async () => {
  const kept = fileURLToPath(new URL('../../fixtures/schemas/0009-note-details.jsonl', import.meta.url))
  await mkdir(inFolder('data/files'), { recursive: true })
  await writeFile(inFolder('data/files/.roughmix-volume'), '')
  const rows = await rowLines(kept)
  const broken = {
    deed: 'admin.restored',
    migrations: rows.migrations,
    tables: {},
    files: [],
    missing: [],
    secret: undefined,
    isRowsOnly: true,
    readFile: () => Promise.reject(new Error('none')),
    withRows: () => Promise.reject(new Error('the power went')),
  } as const
  await expect(fillPlace(readConfig({ DATA_DIR: inFolder('data') }), broken, () => undefined)).rejects.toThrow(
    'the power went',
  )
  expect(() => refuseUnfinished(inFolder('data'))).toThrow('The files stay where they are.')
  for (const name of await readdir(inFolder('data')))
    if (name.startsWith('roughmix.sqlite')) await rm(inFolder(`data/${name}`))
  await admin(['restore', kept, '--into', inFolder('data')])
  expect(() => refuseUnfinished(inFolder('data'))).not.toThrow()
  expect(await readdir(inFolder('data/files'))).toContain('.roughmix-volume')
})

describe('a restore', () => {
  const refused = async (...args: string[]) => {
    const { code, err } = await admin(['restore', ...args])
    return `${code} ${err.trim()}`
  }

  test('overwrites nothing, and takes nothing that is not a whole backup', async () => {
    await admin(['backup', inFolder('backup')])
    await writeFile(inFolder('mine.txt'), 'mine')
    expect(await refused(inFolder('backup'), '--into', folder)).toContain('is not empty')
    expect(await refused(inFolder('backup'), '--into', inFolder('backup'))).toContain('3 ')
    expect(await refused(inFolder('nothing'), '--into', inFolder('data'))).toBe(`3 There is no ${inFolder('nothing')}.`)
    expect(await refused(inFolder('mine.txt'), '--into', inFolder('data'))).toContain('is not a ZIP')
    expect(await refused(inFolder('backup'))).toContain('2 Name the folder')
    await rm(inFolder('backup/manifest.json'))
    expect(await refused(inFolder('backup'), '--into', inFolder('data'))).toContain('unfinished')
    expect(await readdir(folder)).toEqual(['backup', 'mine.txt'])
  })

  // Permissions do not apply to root.
  test.skipIf(process.getuid?.() === 0)(
    'says of a backup that belongs to somebody else that it is closed',
    async () => {
      await admin(['backup', inFolder('backup')])
      await chmod(inFolder('backup'), 0)
      expect(await refused(inFolder('backup'), '--into', inFolder('data'))).toContain(
        `3 ${inFolder('backup/manifest.json')} cannot be opened by this user.`,
      )
      await chmod(inFolder('backup'), 0o700)
    },
  )

  test('says which files and which rows are damaged, and restores the rest', async () => {
    await admin(['backup', inFolder('backup')])
    const key = (await storedKeys()).find((one) => one.endsWith('.png')) ?? ''
    await writeFile(inFolder(`backup/files/${key}`), 'other bytes')
    const { code, json } = await admin(['restore', inFolder('backup'), '--into', inFolder('data'), '--json'])
    expect([code, json.differingFiles, json.differingTables]).toEqual([1, [key], []])
    const file = (await readdir(inFolder('backup'))).find((name) => /^(rows\.jsonl|roughmix\.sqlite)$/.test(name)) ?? ''
    await appendFile(inFolder(`backup/${file}`), '\n')
    expect(await refused(inFolder('backup'), '--into', inFolder('other'))).toContain('The backup is damaged')
  })

  test('refuses, in words, what a newer program has written', async () => {
    await admin(['backup', inFolder('backup')])
    const manifest = JSON.parse(await readFile(inFolder('backup/manifest.json'), 'utf8'))
    await writeFile(
      inFolder('backup/manifest.json'),
      JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-tomorrow'] }),
    )
    expect(await refused(inFolder('backup'), '--into', inFolder('data'))).toBe(
      '3 This backup was made by a newer Roughmix. Restore it with that version.',
    )
  })
})
