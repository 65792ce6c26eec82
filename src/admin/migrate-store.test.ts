import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseUnfinishedRows } from '#server/backup/unfinished-restore.ts'
import { databaseRows } from '#server/backup/stored-rows.ts'
import { digestRows } from '#server/backup/table-digests.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import { readConfig } from '#server/config.ts'
import { migrations } from '#server/db/migrations.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openFleet } from '#server/fleet/open-fleet.ts'
import { openLog } from '#server/log.ts'
import { holdFile } from '#server/process/process-lock.ts'
import { s3TestServer, TEST_BUCKET, type S3TestServer } from '#server/storage/s3-test-server.ts'
import { openEmptyDatabase } from '#testing/test-database.ts'
import { adminOn } from './admin.rig.ts'
import { fillPlace, type Filling } from './fill-place.ts'
import { openFurnished } from './furnished.rig.ts'

const engine = process.env['TEST_DATABASE'] ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'roughmix-move-test-'))
const inFolder = (name: string) => join(folder, name)
let s3: S3TestServer
let admin: ReturnType<typeof adminOn>
beforeAll(async () => {
  s3 = await s3TestServer()
  const { world } = await openFurnished()
  admin = adminOn(world.services)
  await admin(['backup', inFolder('backup')])
  await admin(['restore', inFolder('backup'), '--into', inFolder('old')])
  await world.close()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows and files, by their hashes. */
async function contents(dataDir: string) {
  const { db, close } = openDatabase({ url: undefined, dataDir })
  const names = migrations.map(({ name }) => name)
  const tables = await digestRows(databaseRows(db, await tableShapes(new Set(names)), names))
  await close()
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  return {
    tables,
    files: Object.fromEntries(
      files
        .toSorted()
        .map((path) => [
          path.slice(join(dataDir, 'files').length + 1),
          createHash('sha256').update(readFileSync(path)).digest('hex'),
        ]),
    ),
  }
}

/** An empty server database, if this run has one. */
async function emptyDatabase(): Promise<{ url: string | undefined; close(): Promise<void> }> {
  if (engine !== 'postgres') return { url: undefined, close: async () => undefined }
  const database = await openEmptyDatabase()
  return { url: database.url, close: database.close }
}

test.skipIf(engine === 'pglite')(
  'everything moves from SQLite and disk to another database and S3 and back, with equal rows and hashes',
  async () => {
    const database = await emptyDatabase()
    const settings = {
      ...(database.url && { DATABASE_URL: database.url }),
      S3_BUCKET: TEST_BUCKET,
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      DATA_DIR: inFolder('elsewhere'),
    }
    writeFileSync(
      inFolder('elsewhere.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    const there = await admin(['migrate-store', '--from', inFolder('old'), '--to', inFolder('elsewhere.env'), '--json'])
    expect([there.code, there.err, there.json]).toEqual([
      0,
      '',
      expect.objectContaining({ differingTables: [], differingFiles: [], dangling: [] }),
    ])
    expect(there.json.rows).toBeGreaterThan(50)
    expect((await admin(['migrate-store', '--from', inFolder('old'), '--to', inFolder('elsewhere.env')])).code).toBe(3)
    const back = await admin([
      'migrate-store',
      '--from',
      inFolder('elsewhere.env'),
      '--to',
      inFolder('again'),
      '--json',
    ])
    // Each installation's log has an entry for the move.
    expect([back.code, back.err, { ...back.json }]).toEqual([0, '', { ...there.json, rows: there.json.rows + 1 }])
    const [again, old] = [await contents(inFolder('again')), await contents(inFolder('old'))]
    expect({ ...again, tables: { ...again.tables, audit: undefined } }).toEqual({
      ...old,
      tables: { ...old.tables, audit: undefined },
    })
    expect([
      readFileSync(inFolder('again/auth-secret'), 'utf8'),
      statSync(inFolder('again/auth-secret')).mode & 0o077,
    ]).toEqual([readFileSync(inFolder('old/auth-secret'), 'utf8'), 0])
    await database.close()
  },
)

test.runIf(engine === 'postgres')(
  'a database that servers share is neither filled nor moved while one runs, and none starts on half of it',
  async () => {
    const database = await openEmptyDatabase()
    const store = await s3TestServer()
    const settings = {
      DATABASE_URL: database.url ?? '',
      S3_BUCKET: TEST_BUCKET,
      S3_ENDPOINT: store.url,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      DATA_DIR: inFolder('shared'),
    }
    writeFileSync(
      inFolder('shared.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    const config = readConfig({ ...settings, AUTH_SECRET: 's'.repeat(32) })
    const starts = () => openFleet({ url: database.url ?? '', config, log: openLog('silent') })
    const into = ['migrate-store', '--from', inFolder('old'), '--to', inFolder('shared.env')]
    const fleet = await starts()
    const running = { code: 3, err: 'A Roughmix is running on that database. Stop it first.\n' }
    expect(await admin(into)).toMatchObject(running)
    expect(await admin(['migrate-store', '--from', inFolder('shared.env'), '--to', inFolder('new')])).toMatchObject(
      running,
    )
    await fleet.close()
    const broken = {
      deed: 'admin.restored',
      migrations: [],
      tables: {},
      files: [],
      missing: [],
      secret: undefined,
      readFile: () => Promise.reject(new Error('none')),
      async withRows() {
        await expect(starts()).rejects.toThrow('keeps its files on a disk')
        throw new Error('the power went')
      },
    } as const
    await expect(fillPlace(config, broken, () => undefined)).rejects.toThrow('the power went')
    await expect(refuseUnfinishedRows(database)).rejects.toThrow('that was not finished')
    expect(await admin(into)).toMatchObject({ code: 0 })
    await expect(refuseUnfinishedRows(database)).resolves.toBeUndefined()
    await store.stop()
    await database.close()
  },
)

test.runIf(engine === 'postgres')(
  'a stop takes back nothing that others have made in the same database meanwhile',
  async () => {
    const database = await openEmptyDatabase()
    const config = readConfig({
      DATABASE_URL: database.url ?? '',
      DATA_DIR: inFolder('meanwhile'),
      AUTH_SECRET: 's'.repeat(32),
    })
    const stopping = new AbortController()
    const steps = migrations.map(({ name }) => name)
    const filling: Filling = {
      deed: 'admin.restored',
      migrations: steps,
      tables: {},
      files: [],
      missing: [],
      secret: undefined,
      readFile: () => Promise.reject(new Error('there are none')),
      async withRows(work) {
        await sql`create table others (id int)`.execute(database.db)
        stopping.abort()
        return work({
          migrations: steps,
          async *tables() {
            yield { name: 'notes', columns: [], lots: (async function* () {})() }
          },
        })
      },
    }
    await expect(fillPlace(config, filling, () => undefined, stopping.signal)).rejects.toThrow('Stopped.')
    const { rows } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual(['others'])
    await database.close()
  },
)

test('a place whose server is running is not moved, nor one that is none or the same', async () => {
  const said = async (...args: string[]) => {
    const { code, err } = await admin(['migrate-store', ...args])
    return `${code} ${err.trim()}`
  }
  const held = holdFile(inFolder('old/roughmix.lock'))
  expect(await said('--from', inFolder('old'), '--to', inFolder('new'))).toBe(
    `3 A Roughmix is running on ${inFolder('old')}. Stop it first.`,
  )
  held?.release()
  expect(await said('--from', inFolder('nothing'), '--to', inFolder('new'))).toBe(
    `3 There is no Roughmix in ${inFolder('nothing')}.`,
  )
  expect(await said('--from', inFolder('old'), '--to', inFolder('old'))).toBe('3 Both locations are the same.')
  expect(await said('--from', inFolder('old'))).toMatch(/^2 Name both locations/)
})

test('a move and a restore keep the secret, or are refused before anything is written', async () => {
  const held = readFileSync(inFolder('old/auth-secret'), 'utf8')
  const settings = (name: string, secret: string | undefined, place = name) => {
    writeFileSync(
      inFolder(`${name}.env`),
      `DATA_DIR=${inFolder(place)}\n${secret === undefined ? '' : `AUTH_SECRET=${secret}\n`}`,
    )
    return inFolder(`${name}.env`)
  }
  const [other, same, set] = [
    settings('other', 'x'.repeat(32)),
    settings('same', held),
    settings('set', 'y'.repeat(32), 'old'),
  ]
  const said = async (...args: string[]) => {
    const { code, err } = await admin(args)
    return `${code} ${err.trim()}`
  }
  expect(await said('migrate-store', '--from', inFolder('old'), '--to', other)).toMatch(
    /^3 AUTH_SECRET of the new place is not the secret of the old one\..* Set it to what its auth-secret holds/,
  )
  expect(await said('restore', inFolder('backup'), '--into', other)).toMatch(/^3 AUTH_SECRET of the new place is not/)
  expect(await said('migrate-store', '--from', set, '--to', inFolder('bare'))).toMatch(
    /^3 AUTH_SECRET is set for the old place and not for the new one\..* Set the same/,
  )
  expect(['other', 'bare'].filter((name) => existsSync(inFolder(name)))).toEqual([])
  expect(await said('migrate-store', '--from', inFolder('old'), '--to', same)).toBe('0 ')
  expect(existsSync(inFolder('same/auth-secret'))).toBe(false)
})

test.skipIf(engine === 'pglite')(
  'a move that is stopped takes back what it wrote, and can be begun again',
  async () => {
    const database = await emptyDatabase()
    writeFileSync(
      inFolder('stopped.env'),
      `${database.url ? `DATABASE_URL=${database.url}\n` : ''}DATA_DIR=${inFolder('stopped')}\n`,
    )
    const move = (asked: number) => {
      // Requests a stop at the n-th check of the signal: before files, between them, and between tables.
      let looks = 0
      const signal = Object.defineProperty(new AbortController().signal, 'aborted', { get: () => ++looks >= asked })
      return admin(['migrate-store', '--from', inFolder('old'), '--to', inFolder('stopped.env')], { signal })
    }
    const inTime: number[] = []
    for (let asked = 1; ; asked *= 2) {
      const { code, err } = await move(asked)
      if (code === 0) break
      expect([code, err], `look ${asked}`).toEqual([
        3,
        expect.stringContaining('Stopped. The new place is as empty as it was'),
      ])
      inTime.push(asked)
    }
    expect(inTime.length, 'it was stopped at many places').toBeGreaterThan(4)
    expect(await readdir(inFolder('stopped'))).toContain('files')
    await database.close()
  },
)
