import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markBackupVolume } from '#server/backup/backup-volume.ts'
import { noteBackup } from '#server/backup/last-backup.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type Database } from '#server/db/open-database.ts'
import { commands } from './commands.ts'
import { runCommandLine } from './command-line.ts'
import { openPlace } from './place.ts'
import { anUpload, aProject } from '#testing/row-builders.ts'

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'roughmix-doctor-test-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

interface Found {
  readonly about: string
  readonly state: string
  readonly words: string
}

async function doctor(
  env: Readonly<Record<string, string>> = {},
  ...more: string[]
): Promise<{ code: number; troubles: readonly string[]; all: readonly Found[] }> {
  const settings = { DATA_DIR: dataDir, MIN_FREE_MB: '0', ...env }
  const { code, out } = await runCommandLine(commands, ['doctor', '--json', ...more], {
    env: settings,
    folder: dataDir,
    open: () => Promise.reject(new Error('the doctor opens for itself')),
    readLine: async () => '',
    stopSignal: () => new AbortController().signal,
    tell: () => undefined,
  })
  const all: Found[] = JSON.parse(out).findings ?? []
  return {
    code,
    all,
    troubles: all.filter(({ state }) => state === 'trouble').map(({ about, words }) => `${about}: ${words}`),
  }
}

async function furnished(change: (database: Database) => Promise<unknown>): Promise<void> {
  const place = await openPlace({ DATA_DIR: dataDir }, { mayBeNew: true })
  await change(place.services.database)
  await place.close()
}

test('says of a place without a Roughmix that there is none, and looks where a service’s settings lead', async () => {
  const away = join(dataDir, 'new')
  for (const place of [away, dataDir])
    expect(await doctor({ DATA_DIR: place })).toMatchObject({
      code: 1,
      troubles: [expect.stringContaining(`there is no Roughmix in ${place} yet`)],
    })
  await furnished(async () => undefined)
  writeFileSync(join(dataDir, 'roughmix.env'), `# of the service\nDATA_DIR=${dataDir}\nMIN_FREE_MB=0\n`)
  const typed = (...args: string[]) =>
    runCommandLine(commands, args, {
      env: { DATA_DIR: away },
      folder: dataDir,
      open: async (options, env) => (await openPlace(env ?? {}, options)).services,
      readLine: async () => '',
      stopSignal: () => new AbortController().signal,
      tell: () => undefined,
    })
  for (const settings of [['--settings', 'roughmix.env'], ['--settings=roughmix.env']]) {
    expect(await typed(...settings, 'doctor')).toMatchObject({
      code: 0,
      out: expect.stringContaining('No problems found.'),
    })
    expect(await typed('users', 'list', ...settings)).toMatchObject({ code: 0, out: 'Nobody.\n' })
  }
  expect(await typed('users', 'create', 'ann@example.com', 'Ann')).toMatchObject({
    code: 3,
    err: expect.stringContaining(`There is no Roughmix in ${away} yet.`),
  })
  expect(existsSync(away)).toBe(false)
  expect(await typed('users', 'create', 'ann@example.com', 'Ann', '--new')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Made an admin'),
  })
  expect([
    (await typed('doctor', '--settings')).code,
    (await typed('doctor', '--settings', 'nowhere.env')).code,
  ]).toEqual([2, 3])
})

test('finds nothing wrong with a folder in use', async () => {
  await furnished(async () => undefined)
  const { code, all } = await doctor()
  expect([code, ...all.map(({ about }) => about)]).toEqual([
    0,
    'program',
    'settings',
    'data folder',
    'disk',
    'database',
    'database',
    'files',
    'clock',
    'jobs',
    'backup',
    'decoder',
    'mail',
    'address',
  ])
})

test('tells of an unmounted volume, a clock set back, a secret all can read and a missing mail server', async () => {
  await furnished(async ({ db }) => {
    await db.insertInto('streams').values({ id: 'project:a', seq: 1 }).execute()
    await db
      .insertInto('events')
      .values({
        stream_id: 'project:a',
        seq: 1,
        kind: 'project.renamed',
        actor_id: null,
        at: Date.now() + 3600_000,
        refs: '{}',
      })
      .execute()
    const place = { services: { database: { db } } }
    await aProject(place, { id: 'a' })
    await anUpload(place, {
      id: 'u',
      project_id: 'a',
      user_id: 'x',
      track_id: null,
      track_title: 't',
      version_id: 'v',
      file_name: 'f',
      storage_key: 'projects/a/t/v/f',
    })
  })
  rmSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'auth-secret'), 'x'.repeat(43), { mode: 0o644 })
  const { code, troubles } = await doctor({ SMTP_URL: 'smtp://127.0.0.1:9' })
  expect(code).toBe(1)
  expect(troubles.map((line) => line.replace(/:.*/, ''))).toEqual(['data folder', 'files', 'clock', 'mail'])
  expect(troubles[1]).toContain('Is its volume mounted?')
})

test('tells too little room, and rows that refer to nothing', async () => {
  await furnished(async ({ db }) => {
    await db.schema
      .createTable('a')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .execute()
    await db.schema
      .createTable('b')
      .addColumn('a_id', 'text', (c) => c.references('a.id'))
      .execute()
  })
  const raw = new (await import('node:sqlite')).DatabaseSync(join(dataDir, 'roughmix.sqlite'), {
    enableForeignKeyConstraints: false,
  })
  raw.exec("insert into b values ('gone')")
  raw.close()
  expect((await doctor({ MIN_FREE_MB: '10000000' })).troubles).toEqual([
    expect.stringContaining('disk: '),
    'database: 1 rows refer to rows that are gone, in b',
  ])
})

test('tells a folder that every user of the machine can look into, and what to type', async () => {
  await furnished(async () => undefined)
  chmodSync(dataDir, 0o755)
  chmodSync(join(dataDir, 'roughmix.sqlite'), 0o644)
  chmodSync(join(dataDir, 'files'), 0o750)
  expect((await doctor()).troubles).toEqual([
    `data folder: every user of this machine can read ${join(dataDir, 'roughmix.sqlite')}: chmod o-rwx ${dataDir}`,
  ])
  chmodSync(dataDir, 0o750)
  expect((await doctor()).troubles).toEqual([])
})

test('tells everything else where it cannot ask for the jobs', async () => {
  await furnished(({ db }) => db.schema.dropTable('jobs').execute())
  const { all, troubles } = await doctor()
  expect(troubles).toContainEqual(expect.stringMatching(/^jobs: .*no such table/))
  expect(all.map(({ about }) => about)).toContain('address')
})

test('tells a name that is no setting in the file of a service as well', async () => {
  await furnished(async () => undefined)
  const file = join(dataDir, 'roughmix.env')
  writeFileSync(file, `DATA_DIR=${dataDir}\nSMPT_URL=smtp://x\nTZ=UTC\n`)
  const { all } = await doctor({}, '--settings', file)
  expect(
    all.filter(({ about, state }) => about === 'settings' && state === 'warning').map(({ words }) => words),
  ).toEqual([`${file} sets SMPT_URL, which is not a setting of Roughmix. Is it a typo?`])
})

test('tells an address that is not safe and a name in .env that is no setting', async () => {
  const here = process.cwd()
  mkdirSync(join(dataDir, 'here'))
  writeFileSync(join(dataDir, 'here', '.env'), 'SMPT_URL=smtp://x\nPORT=3000\n')
  process.chdir(join(dataDir, 'here'))
  try {
    const { all } = await doctor({ BASE_URL: 'http://mix.invalid' })
    expect(all.filter(({ state }) => state === 'warning').map(({ words }) => words)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('SMPT_URL'),
        expect.stringContaining('is not https'),
        expect.stringContaining('nothing answers at http://mix.invalid'),
      ]),
    )
  } finally {
    process.chdir(here)
  }
})

test('commands refuse, in words, where there is no Roughmix, an older one and a newer one', async () => {
  await expect(openPlace({ DATA_DIR: dataDir })).rejects.toThrow(
    `There is no Roughmix in ${dataDir} yet. Is DATA_DIR right?`,
  )
  const database = openDatabase({ url: undefined, dataDir })
  await migrate(database.db, database.engine, { only: new Set(['0001-accounts', '0002-foundation']) })
  await expect(openPlace({ DATA_DIR: dataDir })).rejects.toThrow('older Roughmix')
  await database.db.insertInto('migrations').values({ name: '9999-tomorrow', at: 1 }).execute()
  await expect(openPlace({ DATA_DIR: dataDir })).rejects.toThrow('newer Roughmix')
  await expect(migrate(database.db, database.engine)).rejects.toThrow('newer Roughmix')
  expect((await database.db.selectFrom('migrations').select('name').execute()).length).toBe(3)
  await database.close()
})

test('tells that no backup is known of, how old the last one is, and that it is on the same disk', async () => {
  await furnished(async () => undefined)
  const said = async (env: Readonly<Record<string, string>> = {}) =>
    (await doctor(env)).all.filter(({ about }) => about === 'backup').map(({ state, words }) => `${state} ${words}`)
  expect(await said()).toEqual(['warning no backup is known: set BACKUP_DIR, or see docs/backup.md'])
  await noteBackup(dataDir, Date.now() - 3 * 24 * 3600_000)
  expect(await said({ BACKUP_DIR: join(dataDir, 'backups') })).toEqual([
    expect.stringMatching(/^warning the last one is 3 days old: /),
    expect.stringMatching(/^warning .* is on the same disk as DATA_DIR/),
  ])
  await noteBackup(dataDir, Date.now())
  expect(await said()).toEqual(['ok the last one is 0 hours old'])
  const backups = join(dataDir, 'backups')
  mkdirSync(backups)
  await markBackupVolume(backups, dataDir)
  rmSync(backups, { recursive: true })
  expect(await said({ BACKUP_DIR: backups })).toContainEqual(
    `trouble ${backups} lacks its marker, but backups were made there before. Is its volume mounted? If this is ` +
      `the right folder, create the file ${join(backups, '.roughmix-backups')}.`,
  )
})
