import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { noteBackup } from '#server/backup/last-backup.ts'
import { startStorageCount } from './storage-count.jobs.ts'
import type { ProjectUse, ServerHealth, StorageSummary } from '../administration.contract.ts'
import { aVersion, anAttachment, anUpload } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const olga = (key: Parameters<World['as']>[1], asking: Parameters<World['as']>[2] = {}) => world.as('olga', key, asking)
const health = async (): Promise<ServerHealth> => (await olga('GET /api/admin/health')).body
const summary = async (): Promise<StorageSummary> => (await olga('GET /api/admin/storage')).body
const uses = async (
  query: Readonly<Record<string, string>> = {},
): Promise<{ items: ProjectUse[]; nextCursor: string | null }> =>
  (await olga('GET /api/admin/storage/projects', { query })).body
const here = () => world.here['projectId'] ?? ''

/** A bounce of this size, with its generated files. */
async function addBounce(
  projectId: string,
  id: string,
  {
    bytes,
    number = 1,
    trackId,
    file = id,
    derived = 0,
  }: { bytes: number; number?: number; trackId: string; file?: string; derived?: number },
) {
  const { storage, now } = world.services
  const key = `projects/${projectId}/${trackId}/${file}/mix.wav`
  await aVersion(world, {
    id,
    project_id: projectId,
    track_id: trackId,
    number,
    file_name: 'mix.wav',
    size_bytes: bytes,
    storage_key: key,
    duration_seconds: 1,
    restored_from: file === id ? null : 1,
    created_at: now(),
  })
  if (derived > 0)
    await storage.put(`projects/${projectId}/${trackId}/${file}/derived/stream.flac`, new Uint8Array(derived))
}
const addTrack = async (projectId = here()) =>
  (
    await world.as(projectId === here() ? 'olga' : 'stan', 'POST /api/projects/:projectId/tracks', {
      params: { projectId },
      body: { title: 'Kiln' },
    })
  ).body.id as string

describe('the health of the server', () => {
  test('tells of each part how it is', async () => {
    expect(await health()).toMatchObject({
      version: expect.stringMatching(/^\d/),
      node: process.version,
      startedAt: expect.any(Number),
      address: { url: expect.stringMatching(/^http/), configured: expect.any(Boolean) },
      database: { answers: true },
      files: { store: 'disk', answers: true, freeBytes: expect.any(Number), keptFreeBytes: 1024e6 },
      queue: { ready: 0, planned: 0, active: 0, dead: 0, lateSeconds: 0 },
      decoder: { sandbox: expect.stringMatching(/isolated|limited/) },
      mail: { configured: false, lastSentAt: null, waiting: 0, failed: 0 },
      lastBackupAt: null,
    })
  })

  test('tells of files that do not answer, and of nothing more', async () => {
    const quiet = await openWorld({ LOG_LEVEL: 'silent' })
    quiet.services.storage.check = async () => {
      throw new Error('/srv/music/files lacks its marker')
    }
    const answer = await quiet.as('olga', 'GET /api/admin/health')
    expect(answer.body.files.answers).toBe(false)
    expect(answer.raw.toString()).not.toContain('/srv')
    await quiet.close()
  })

  test('counts work that waits and that failed, and mails among it', async () => {
    await world.as('ed', 'POST /api/projects/:projectId/invites', { body: { email: 'ana@example.com' } })
    world.pass(120_000)
    expect(await health()).toMatchObject({ queue: { ready: 1, lateSeconds: 120 }, mail: { waiting: 1 } })
    await world.work()
    expect(await health()).toMatchObject({
      queue: { ready: 0, lateSeconds: 0 },
      mail: { lastSentAt: world.services.now(), waiting: 0 },
    })
    await world.services.database.db
      .updateTable('jobs')
      .set({ state: 'dead' })
      .where('kind', '=', 'mail.send')
      .execute()
    expect(await health()).toMatchObject({ queue: { dead: 1 }, mail: { failed: 1 } })
  })

  test('knows of a backup that was written down', async () => {
    await noteBackup(world.services.config.DATA_DIR, 1_600_000_000_000)
    await noteBackup(world.services.config.DATA_DIR, 1_700_000_000_000)
    expect((await health()).lastBackupAt).toBe(1_700_000_000_000)
  })
})

describe('what is stored', () => {
  test('counts bounces, trash, files on notes, uploads and what is made from bounces, each file once', async () => {
    const { db } = world.services.database
    const trackId = await addTrack()
    await addBounce(here(), 'one', { trackId, bytes: 1000, derived: 400 })
    await addBounce(here(), 'two', { trackId, bytes: 300, number: 2 })
    await addBounce(here(), 'again', { trackId, bytes: 1000, number: 3, file: 'one' })
    await olga('DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
      params: { trackId, versionId: 'two' },
    })
    await anAttachment(world, {
      id: 'a',
      project_id: here(),
      track_id: trackId,
      file_name: 'a',
      media_type: 'x/y',
      size_bytes: 50,
      sha256: 'x',
      storage_key: 'k',
    })
    await anUpload(world, {
      id: 'u',
      project_id: here(),
      track_id: trackId,
      version_id: 'v',
      file_name: 'f',
      size_bytes: 7,
      storage_key: 'k',
      expires_at: 9e15,
    })
    expect(await summary()).toMatchObject({
      originals: 1300,
      trashed: 300,
      attachments: 50,
      uploads: 7,
      derived: 0,
      countedAt: null,
    })
    await db.updateTable('projects').set({ organization_id: 'label' }).where('id', '=', here()).execute()
    await startStorageCount(world.services)
    await world.work()
    expect(await summary()).toMatchObject({
      derived: 400,
      countedAt: world.services.now(),
      organizations: [{ id: 'label', name: 'Night Label', projectCount: 1, originals: 1300, derived: 400 }],
    })
    expect((await uses()).items[0]).toMatchObject({
      name: 'Low Tide',
      organizationName: 'Night Label',
      deletedAt: null,
      originals: 1300,
      trashed: 300,
      attachments: 50,
      uploads: 7,
      derived: 400,
    })
  })

  test('of a track or a project in the trash is in the trash', async () => {
    const trackId = await addTrack()
    await addBounce(here(), 'one', { trackId, bytes: 1000 })
    await olga('DELETE /api/projects/:projectId/tracks/:trackId', { params: { trackId } })
    expect(await summary()).toMatchObject({ originals: 1000, trashed: 1000 })
    await olga('POST /api/projects/:projectId/tracks/:trackId/restore', { params: { trackId } })
    expect(await summary()).toMatchObject({ originals: 1000, trashed: 0 })
    await olga('DELETE /api/projects/:projectId')
    expect(await summary()).toMatchObject({ originals: 1000, trashed: 1000 })
    expect((await uses()).items[0]?.deletedAt).toBe(world.services.now())
  })

  test('is listed by project, the largest first, page by page', async () => {
    await addBounce(world.elsewhere.projectId, 'bus', { trackId: await addTrack(world.elsewhere.projectId), bytes: 10 })
    await addBounce(here(), 'one', { trackId: await addTrack(), bytes: 1000 })
    const first = await uses({ limit: '1' })
    const rest = await uses({ limit: '1', cursor: first.nextCursor ?? '' })
    expect([first, rest].map(({ items, nextCursor }) => [items[0]?.name, nextCursor === null])).toEqual([
      ['Low Tide', false],
      ['Night Bus', true],
    ])
  })

  test('is counted again each hour, once', async () => {
    await startStorageCount(world.services)
    await startStorageCount(world.services)
    await world.work()
    const rows = await world.services.database.db
      .selectFrom('jobs')
      .select(['state', 'run_at'])
      .where('kind', '=', 'storage.count')
      .orderBy('run_at')
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(['done', 'ready'])
    expect(rows[1]?.run_at).toBe(world.services.now() + 3600_000)
    expect(await health()).toMatchObject({ queue: { ready: 0, planned: 1, lateSeconds: 0 } })
  })
})

describe('jobs that failed for good', () => {
  const ids = async () =>
    (await world.services.database.db.selectFrom('jobs').select('id').orderBy('id').execute()).map(({ id }) => id)
  const kill = () =>
    world.services.database.db
      .updateTable('jobs')
      .set({ state: 'dead', attempts: 8, finished_at: world.services.now() })
      .execute()
  const invite = (name: string) =>
    world.as('ed', 'POST /api/projects/:projectId/invites', { body: { email: `${name}@example.com` } })

  test('are all tried again at once', async () => {
    await invite('ana')
    await kill()
    await invite('ben')
    await kill()
    expect((await olga('POST /api/admin/jobs/retry')).body).toEqual({ count: 2 })
    await world.work()
    expect(await health()).toMatchObject({ queue: { ready: 0, dead: 0 } })
    expect((await olga('POST /api/admin/jobs/retry')).body).toEqual({ count: 0 })
  })

  test('are forgotten one by one, and only they', async () => {
    await invite('ana')
    const [jobId = ''] = await ids()
    expect((await olga('DELETE /api/admin/jobs/:jobId', { params: { jobId } })).status).toBe(404)
    await kill()
    expect((await olga('DELETE /api/admin/jobs/:jobId', { params: { jobId } })).status).toBe(200)
    expect(await ids()).toEqual([])
  })
})
