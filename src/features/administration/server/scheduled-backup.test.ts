import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { sendFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'
import { proveBackup } from './kept-backups.ts'
import { backupJobs, startScheduledBackup } from './scheduled-backup.jobs.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const TOKEN = 'let the watchman in'
let folder: string
let world: World
let url: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roughmix-scheduled-'))
  world = await openWorld({ BACKUP_DIR: folder, BACKUP_AT: '03:00', BACKUP_KEEP: '2', MIN_FREE_MB: '0', METRICS_TOKEN: TOKEN, LOG_LEVEL: 'silent' })
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
const jobs = () => world.services.database.db.selectFrom('jobs').select(['state', 'run_at', 'attempts', 'last_error']).where('kind', '=', 'server.backup').orderBy('run_at').execute()
const finished = async () => {
  const names = (await readdir(folder)).filter((name) => name.startsWith('roughmix-')).toSorted()
  const whole = await Promise.all(names.map((name) => stat(join(folder, name, 'manifest.json')).then(() => true, () => false)))
  return names.filter((_, at) => whole[at])
}
const send = (title: string) => sendFile(url, 'ed', { projectId: world.here['projectId'] ?? '', title, fileName: `${title}.wav`, bytes: new Uint8Array(4000).fill(title.length) })

describe('the server backs itself up', () => {
  test('at its first start and then every day, once for however many processes', async () => {
    await send('Kiln')
    await Promise.all([start(), start(), start()])
    expect((await jobs()).map(({ state }) => state)).toEqual(['ready'])
    await Promise.all([work(), work()])
    expect(await finished()).toHaveLength(1)
    world.pass(HOUR_MS)
    await work()
    expect(await finished()).toHaveLength(1)
    await aDayLater()
    const [first = '', second = ''] = await finished()
    expect([first.slice(-7), second.slice(-7)]).toEqual(['T03-00Z', 'T03-00Z'])
    const originals = (await readdir(join(folder, second, 'files'), { recursive: true })).filter((name) => name.endsWith('.wav'))
    expect(originals).toHaveLength(1)
    const [one, other] = await Promise.all([first, second].map((name) => stat(join(folder, name, 'files', originals[0] ?? ''))))
    expect(other?.ino, 'equal files are linked').toBe(one?.ino)
  })

  test('keeps so many; an older one goes only when a newer is read back whole', async () => {
    const { versionId } = await send('Kiln')
    await start()
    await work()
    await aDayLater()
    await aDayLater()
    const kept = await finished()
    expect(kept).toHaveLength(2)

    const { storage_key: key } = await world.services.database.db.selectFrom('versions').select('storage_key').where('id', '=', versionId).executeTakeFirstOrThrow()
    await world.services.storage.remove(key)
    await aDayLater()
    expect(await finished()).toEqual([...kept, expect.stringMatching(/^roughmix-/)])
    const failed = (await jobs()).find(({ last_error: error }) => error !== null)
    expect(failed?.last_error).toContain('1 files are missing or have other bytes')
    expect((await jobs()).some(({ state, attempts }) => state === 'ready' && attempts === 0), 'tomorrow it is tried again').toBe(true)
  })

  test('reads back what it wrote, and says what is not as it should be', async () => {
    await send('Kiln')
    await start()
    await work()
    const path = join(folder, (await finished())[0] ?? '')
    const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'))
    const [key = ''] = (await readFile(join(path, 'files.jsonl'), 'utf8')).split('\n').filter(Boolean).map((line) => String(JSON.parse(line).key))
    await expect(proveBackup(path, new Set([key]))).resolves.toBeUndefined()
    await writeFile(join(path, 'files', key), new Uint8Array(4000))
    await expect(proveBackup(path, new Set([key]))).rejects.toThrow('is not what was written there')
    await writeFile(join(path, 'files', key), 'shorter')
    await expect(proveBackup(path, new Set())).rejects.toThrow('is not what was written there')
    await appendFile(join(path, manifest.database.file), ' ')
    await expect(proveBackup(path, new Set())).rejects.toThrow('The database in')
  })

  test('makes up at a start for the day that was missed, and for none that was not', async () => {
    await start()
    await work()
    const [made] = await jobs()
    await start()
    expect((await jobs()).filter(({ state }) => state === 'ready').map(({ run_at: at }) => at > world.services.now())).toEqual([true])
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
    expect((await readdir(folder)).filter((name) => name !== 'backing-up.lock').toSorted()).toEqual([(await finished())[0], 'photographs', 'roughmix-2001-01-01.txt'].toSorted())
  })

  test('not unless it is told where', async () => {
    const quiet = await openWorld({})
    // What a setting that is gone had planned.
    await world.services.database.db.insertInto('jobs').values({ id: 'old', kind: 'server.backup', payload: '{}', unique_key: 'server.backup:1', project_id: null, state: 'ready', attempts: 0, max_attempts: 4, run_at: 1, lease_id: null, lease_until: null, last_error: null, created_at: 1, finished_at: null }).execute()
    await startScheduledBackup({ ...world.services, config: quiet.services.config })
    expect(await jobs()).toEqual([])
    await quiet.close()
  })
})

test('admins and their instruments see how old the last one is', async () => {
  const health = async () => (await world.as('olga', 'GET /api/admin/health')).body
  const metrics = async () => (await world.as('visitor', 'GET /metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).raw.toString()
  expect([await health(), /^roughmix_backup_age_seconds /m.test(await metrics())]).toMatchObject([{ lastBackupAt: null, backsUpItself: true }, false])
  await start()
  await work()
  const madeAt = world.services.now()
  world.pass(5 * HOUR_MS)
  expect((await health()).lastBackupAt).toBe(madeAt)
  expect(await metrics()).toContain(`roughmix_backup_age_seconds ${5 * 3600}`)
})
