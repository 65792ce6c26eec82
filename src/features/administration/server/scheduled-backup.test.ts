import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { StorageFull } from '#server/storage/storage.ts'
import { sendFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'
import { proveBackup } from './kept-backups.ts'
import { refuseLostData } from './lost-data.ts'
import { backupJobs, startScheduledBackup } from './scheduled-backup.jobs.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const TOKEN = 'let the watchman in'
let folder: string
let world: World
let url: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roughmix-scheduled-'))
  world = await openWorld({
    BACKUP_DIR: folder,
    BACKUP_AT: '03:00',
    BACKUP_KEEP: '2',
    MIN_FREE_MB: '0',
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: 'silent',
  })
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = () => startScheduledBackup(world.services)
const work = () => new JobRunner(world.services, backupJobs).drain()
const aDayLater = () => {
  world.pass(DAY_MS)
  return work()
}
const jobs = () =>
  world.services.database.db
    .selectFrom('jobs')
    .select(['state', 'run_at', 'attempts', 'last_error'])
    .where('kind', '=', 'server.backup')
    .orderBy('run_at')
    .execute()
const planned = async () => (await jobs()).filter(({ state }) => state === 'ready').map(({ run_at: at }) => at)
const begun = async () => (await readdir(folder)).filter((name) => name.startsWith('roughmix-')).toSorted()
const finished = async () => {
  const names = await begun()
  const whole = await Promise.all(
    names.map((name) =>
      stat(join(folder, name, 'manifest.json')).then(
        () => true,
        () => false,
      ),
    ),
  )
  return names.filter((_, at) => whole[at])
}
const send = (title: string) =>
  sendFile(url, 'ed', {
    projectId: world.here['projectId'] ?? '',
    title,
    fileName: `${title}.wav`,
    bytes: new Uint8Array(4000).fill(title.length),
  })
const keyOf = async ({ versionId }: { versionId: string }) =>
  (
    await world.services.database.db
      .selectFrom('versions')
      .select('storage_key')
      .where('id', '=', versionId)
      .executeTakeFirstOrThrow()
  ).storage_key
/** Called before each file is copied, until it returns true. */
const meanwhile = (act: () => Promise<boolean>) => {
  const { storage } = world.services
  const find = storage.find.bind(storage)
  storage.find = async (key) => {
    storage.find = find
    if (!(await act())) meanwhile(act)
    return find(key)
  }
}
/** Replaces the bytes with others of the same length. */
const spoil = async (path: string) => existsSync(path) && (await writeFile(path, new Uint8Array(4000)).then(() => true))

describe('the server backs itself up', () => {
  test('at its first start and then every day, once for however many processes', async () => {
    await send('Kiln')
    await Promise.all([start(), start(), start()])
    expect(await planned(), 'now, and tomorrow').toHaveLength(2)
    await Promise.all([work(), work()])
    expect(await finished()).toHaveLength(1)
    world.pass(HOUR_MS)
    await work()
    expect(await finished()).toHaveLength(1)
    await aDayLater()
    const [first = '', second = ''] = await finished()
    expect([first.slice(-7), second.slice(-7)]).toEqual(['T03-00Z', 'T03-00Z'])
    const originals = (await readdir(join(folder, second, 'files'), { recursive: true })).filter((name) =>
      name.endsWith('.wav'),
    )
    expect(originals).toHaveLength(1)
    const [one, other] = await Promise.all(
      [first, second].map((name) => stat(join(folder, name, 'files', originals[0] ?? ''))),
    )
    expect(other?.ino, 'equal files are linked').toBe(one?.ino)
  })

  test('keeps an empty server from starting in its place', async () => {
    const dataDir = join(folder, 'elsewhere')
    await mkdir(dataDir)
    const config = { ...world.services.config, DATA_DIR: dataDir, DATABASE_URL: undefined }
    await refuseLostData(config)
    await send('Kiln')
    await start()
    await work()
    const [name = ''] = await finished()
    await expect(refuseLostData(config)).rejects.toThrow(
      `${dataDir} holds no database, but ${folder} holds backups, the newest ${name}.`,
    )
    await refuseLostData({ ...config, BACKUP_DIR: undefined })
    await refuseLostData(config, world.services.database)
    const empty = openDatabase({ url: undefined, dataDir })
    await expect(refuseLostData({ ...config, DATABASE_URL: 'postgres://localhost/new' }, empty)).rejects.toThrow(
      'The database in DATABASE_URL is empty',
    )
    await refuseLostData(config)
    await empty.close()
  })

  test('keeps so many; an older one goes only when a newer is read back whole', async () => {
    const sent = await send('Kiln')
    await start()
    await work()
    await aDayLater()
    await aDayLater()
    const kept = await finished()
    expect(kept).toHaveLength(2)

    await world.services.storage.remove(await keyOf(sent))
    await aDayLater()
    expect(await finished()).toEqual([...kept, expect.stringMatching(/^roughmix-/)])
    const failed = (await jobs()).find(({ last_error: error }) => error !== null)
    expect(failed?.last_error).toContain('1 files are missing or have other bytes')
    expect(
      (await jobs()).some(({ state, attempts }) => state === 'ready' && attempts === 0),
      'tomorrow it is tried again',
    ).toBe(true)
  })

  test('reads back what it wrote, and says what is not as it should be', async () => {
    await send('Kiln')
    await start()
    await work()
    const path = join(folder, (await finished())[0] ?? '')
    const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'))
    const [key = ''] = (await readFile(join(path, 'files.jsonl'), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => String(JSON.parse(line).key))
    await expect(proveBackup(path, new Set([key]))).resolves.toBeUndefined()
    await expect(proveBackup(path, new Set([key]), AbortSignal.abort())).rejects.toThrow('aborted')
    await spoil(join(path, 'files', key))
    await expect(proveBackup(path, new Set([key]))).rejects.toThrow('is not what was written there')
    await writeFile(join(path, 'files', key), 'shorter')
    await expect(proveBackup(path, new Set())).rejects.toThrow('is not what was written there')
    await appendFile(join(path, manifest.database.file), ' ')
    await expect(proveBackup(path, new Set())).rejects.toThrow('The database in')
  })

  test('what was read back as wrong is copied anew, and nothing older goes before', async () => {
    await send('Kiln')
    await start()
    await work()
    await aDayLater()
    const kept = await finished()
    const key = await keyOf(await send('Drift'))
    const copy = async () => join(folder, (await begun()).at(-1) ?? '', 'files', key)
    meanwhile(async () => spoil(await copy()))
    await aDayLater()
    expect((await jobs()).find(({ last_error: error }) => error !== null)?.last_error).toContain(
      'is not what was written there',
    )
    expect((await finished()).slice(0, 2)).toEqual(kept)
    world.pass(HOUR_MS)
    await work()
    expect(await readFile(await copy())).toEqual(Buffer.alloc(4000, 'Drift'.length))
    expect(await finished()).toEqual([kept[1], expect.stringMatching(/^roughmix-/)])
  })

  test('one that was never read back is none: the next start makes it anew', async () => {
    const key = await keyOf(await send('Kiln'))
    await start()
    await work()
    const path = join(folder, (await finished())[0] ?? '')
    // As if the process died before.
    await rm(join(path, 'proven'), { force: true })
    await spoil(join(path, 'files', key))
    await start()
    await work()
    expect(await readFile(join(path, 'files', key))).toEqual(Buffer.alloc(4000, 'Kiln'.length))
  })

  test('is made in the folder where a full disk broke off the last try', async () => {
    await send('Kiln')
    await start()
    const list = async () => join(folder, (await begun())[0] ?? '', 'files.jsonl.new')
    meanwhile(async () => mkdir(await list()).then(() => true))
    await work()
    expect((await jobs()).find(({ last_error: error }) => error !== null)?.last_error).toContain('files.jsonl.new')
    await rm(await list(), { recursive: true })
    await writeFile(await list(), '{"key":')
    world.pass(HOUR_MS)
    await work()
    expect([(await jobs())[0]?.state, await finished()]).toEqual(['done', [expect.stringMatching(/^roughmix-/)]])
  })

  test('gives back the room that it took where there is not enough, and nothing of a finished one', async () => {
    const full = () => {
      throw new StorageFull()
    }
    const wholeFirst = () => {
      let copied = 0
      meanwhile(async () => copied++ > 0 && full())
    }
    const refusals = async () => (await jobs()).map(({ last_error: error }) => error)
    await send('Kiln')
    await send('Drift')
    await start()
    wholeFirst()
    await work()
    expect(await refusals()).toContainEqual(expect.stringContaining('no room for a backup'))
    expect(await begun()).toEqual([])

    world.pass(HOUR_MS)
    await work()
    const kept = await finished()
    expect(kept).toHaveLength(1)
    await rm(join(folder, kept[0] ?? '', 'proven'))
    await send('Bell')
    await start()
    wholeFirst()
    await work()
    expect(await refusals()).toContainEqual(expect.stringContaining('no room for a backup'))
    expect(await finished()).toEqual(kept)
  })

  test('goes on tomorrow though another process starts meanwhile, or every try stopped its worker', async () => {
    await send('Kiln')
    await start()
    meanwhile(() => start().then(() => true))
    await work()
    expect(await planned()).toEqual([Date.UTC(2026, 10, 21, 3)])

    world.pass(DAY_MS)
    await world.services.database.db
      .updateTable('jobs')
      .set({ state: 'active', attempts: 4, lease_id: 'lost', lease_until: 0 })
      .where('kind', '=', 'server.backup')
      .where('state', '=', 'ready')
      .execute()
    await start()
    await work()
    expect([(await jobs()).map(({ state }) => state), await planned()]).toEqual([
      ['done', 'dead', 'ready'],
      [Date.UTC(2026, 10, 22, 3)],
    ])
  })

  test('stops at once with the server, in the middle of a file, and the try does not count', async () => {
    await send('Kiln')
    await start()
    const reading = Promise.withResolvers<void>()
    const endless = new Readable({ read: () => reading.resolve() })
    world.services.storage.read = async () => endless
    const runner = new JobRunner(world.services, backupJobs)
    runner.start(1)
    await reading.promise
    await runner.stop()
    expect((await jobs()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['ready', 0],
      ['ready', 0],
    ])
  }, 30_000)

  test('makes up at a start for the day that was missed, and for none that was not', async () => {
    await start()
    await work()
    const [made] = await jobs()
    await start()
    expect(
      (await jobs()).filter(({ state }) => state === 'ready').map(({ run_at: at }) => at > world.services.now()),
    ).toEqual([true])
    world.pass(2 * DAY_MS)
    await start()
    await work()
    expect([made?.state, (await finished()).length]).toEqual(['done', 2])
  })

  test('removes what it left half done, and nothing that is not its own', async () => {
    await mkdir(join(folder, 'roughmix-2001-01-01T03-00Z/files'), { recursive: true })
    await mkdir(join(folder, 'photographs'))
    await writeFile(join(folder, 'roughmix-2001-01-01.txt'), 'mine')
    await start()
    await work()
    expect(
      (await readdir(folder)).filter((name) => !['backing-up.lock', '.roughmix-backups'].includes(name)).toSorted(),
    ).toEqual([(await finished())[0], 'photographs', 'roughmix-2001-01-01.txt'].toSorted())
  })

  test('not where its volume is not mounted, and says so until it is', async () => {
    await start()
    await work()
    const mounted = `${folder}-mounted`
    await rename(folder, mounted)
    await mkdir(folder)
    const health = async () => (await world.as('olga', 'GET /api/admin/health')).body
    await aDayLater()
    expect(await readdir(folder)).toEqual([])
    expect((await jobs()).map(({ last_error: error }) => error)).toContainEqual(
      expect.stringContaining(`${folder} lacks its marker, but backups were made there before. Is its volume mounted?`),
    )
    expect((await health()).backupFolderMissing).toBe(true)

    await rm(folder, { recursive: true })
    await rename(mounted, folder)
    await start()
    await work()
    expect(await finished()).toHaveLength(2)
    expect((await health()).backupFolderMissing).toBe(false)
  })

  test('not unless it is told where', async () => {
    const quiet = await openWorld({})
    // A plan from an earlier setting.
    await world.services.database.db
      .insertInto('jobs')
      .values({
        id: 'old',
        kind: 'server.backup',
        payload: '{}',
        unique_key: 'server.backup:1',
        project_id: null,
        state: 'ready',
        attempts: 0,
        max_attempts: 4,
        run_at: 1,
        lease_id: null,
        lease_until: null,
        last_error: null,
        created_at: 1,
        finished_at: null,
      })
      .execute()
    await startScheduledBackup({ ...world.services, config: quiet.services.config })
    expect(await jobs()).toEqual([])
    await quiet.close()
  })

  test('also where another process starts that is told no folder, as several may on PostgreSQL', async () => {
    await start()
    const before = await planned()
    const { BACKUP_DIR: _, ...config } = world.services.config
    await startScheduledBackup({ ...world.services, config: { ...config, BACKUP_DIR: undefined } })
    expect([before.length, await planned()]).toEqual([2, world.services.database.engine === 'postgres' ? before : []])
  })
})

test('admins and their instruments see how old the last one is', async () => {
  const health = async () => (await world.as('olga', 'GET /api/admin/health')).body
  const metrics = async () =>
    (await world.as('visitor', 'GET /metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).raw.toString()
  expect([await health(), /^roughmix_backup_age_seconds /m.test(await metrics())]).toMatchObject([
    { lastBackupAt: null, backsUpItself: true },
    false,
  ])
  await start()
  await work()
  const madeAt = world.services.now()
  world.pass(5 * HOUR_MS)
  expect((await health()).lastBackupAt).toBe(madeAt)
  expect(await metrics()).toContain(`roughmix_backup_age_seconds ${5 * 3600}`)
})
