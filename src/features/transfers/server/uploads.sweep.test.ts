import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { serverScope } from '#server/scope.ts'
import { startTransferSweep, sweepUploads, transferJobs } from './uploads.jobs.ts'
import { UPLOAD_KEPT_MS } from './upload-hold.ts'
import type { Upload } from './uploads.queries.ts'
import { removeRigFolder, transferRig, type TransferRig } from './transfers.rig.ts'
import { aVersion } from '#testing/row-builders.ts'

const DAY_MS = 24 * 3600_000
let rig: TransferRig

beforeEach(async () => {
  rig = await transferRig()
})
afterEach(async () => {
  await rig.stop()
  removeRigFolder(rig)
})

async function begun(bytes: number): Promise<{ upload: Upload; url: string }> {
  const headers = {
    'tus-resumable': '1.0.0',
    'x-person': 'ed',
    'upload-length': '10',
    'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa('nightdrive')}`,
  }
  const answer = await fetch(`${rig.url}/api/projects/album/uploads`, { method: 'POST', headers })
  const url = rig.url + (answer.headers.get('location') ?? '')
  if (bytes > 0)
    await fetch(url, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'x-person': 'ed',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: new Uint8Array(bytes),
    })
  const upload = await rig.services.database.db
    .selectFrom('uploads')
    .selectAll()
    .orderBy('created_at', 'desc')
    .where('id', '=', url.split('/').pop() ?? '')
    .executeTakeFirstOrThrow()
  return { upload, url }
}

/** Like the server, in one transaction. */
function seal(upload: Upload): Promise<void> {
  const { database, newId } = rig.services
  return database.db.transaction().execute(async (tx) => {
    const number =
      Number(
        (
          await tx
            .selectFrom('versions')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      ) + 1
    await aVersion(
      { services: { database: { db: tx } } },
      {
        id: upload.version_id,
        project_id: 'album',
        track_id: 'nightdrive',
        number,
        file_name: 'a.wav',
        size_bytes: 10,
        sha256: newId(),
        storage_key: upload.storage_key ?? '',
        state: 'checking',
        duration_seconds: null,
        created_at: 1,
      },
    )
    await tx.updateTable('uploads').set({ state: 'finished' }).where('id', '=', upload.id).execute()
  })
}

const sweep = () => sweepUploads(serverScope(rig.services))
const head = async (url: string) =>
  (await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0', 'x-person': 'ed' } })).status
const keys = async () => (await Array.fromAsync(rig.services.storage.list(''))).map(({ key }) => key)

describe('the sweep', () => {
  test('ends an upload that nobody went on with for a week, with its bytes', async () => {
    const { upload, url } = await begun(4)
    rig.clock.now += UPLOAD_KEPT_MS - 1
    expect([(await sweep()).expired, await head(url)]).toEqual([0, 200])
    rig.clock.now += 2
    expect([(await sweep()).expired, await head(url)]).toEqual([1, 410])
    expect(await rig.services.storage.partBytes({ id: upload.id, key: upload.storage_key ?? '', ref: null })).toBe(0)
  })

  test('never takes the parts of an open upload, however old', async () => {
    const { upload, url } = await begun(4)
    const old = new Date(rig.clock.now - 6 * DAY_MS)
    await utimes(join(rig.dataDir, 'files', '.parts', upload.id), old, old)
    expect(await sweep()).toEqual({ expired: 0, parts: 0, blobs: 0 })
    expect(await head(url)).toBe(200)
  })

  test('takes parts and blobs that no row names, once they are a day old', async () => {
    const { storage } = rig.services
    await storage.beginParts('lost', 'projects/album/nightdrive/v1/a.wav', 4)
    await storage.put('projects/album/nightdrive/v1/a.wav', Buffer.from('orphan'))
    await storage.put('projects/album/nightdrive/v1/derived/peaks.bin', Buffer.from('orphan'))
    expect(await sweep()).toEqual({ expired: 0, parts: 0, blobs: 0 })
    rig.clock.now += DAY_MS + 60_000
    expect(await sweep()).toEqual({ expired: 0, parts: 1, blobs: 2 })
    expect(await keys()).toEqual([])
  })

  test('leaves the files of versions, of those in the trash, and of an upload being sealed', async () => {
    const finished = await begun(10)
    await rig.services.database.db.updateTable('versions').set({ deleted_at: rig.clock.now }).execute()
    await rig.services.storage.put(
      `projects/album/nightdrive/${finished.upload.version_id}/derived/peaks.bin`,
      Buffer.from('peaks'),
    )
    const sealing = await begun(0)
    const partial = { id: sealing.upload.id, key: sealing.upload.storage_key ?? '', ref: null }
    await rig.services.storage.appendPart(partial, 0, Readable.from([new Uint8Array(10)]))
    await rig.services.storage.finishParts(partial, 10)
    rig.clock.now += 2 * DAY_MS
    expect(await sweep()).toEqual({ expired: 0, parts: 0, blobs: 0 })
    expect(await keys()).toHaveLength(3)
  })

  test('leaves the file that a bounce made the newest again has, though the version it came from is gone', async () => {
    const { upload } = await begun(10)
    const { db } = rig.services.database
    await db
      .updateTable('versions')
      .set({ id: 'renewed', number: 9, sequence: 9, restored_from: 1 })
      .where('id', '=', upload.version_id)
      .execute()
    rig.clock.now += 2 * DAY_MS
    expect(await sweep()).toEqual({ expired: 0, parts: 0, blobs: 0 })
    await db.deleteFrom('versions').execute()
    expect(await sweep()).toMatchObject({ blobs: 1 })
  })

  test('never takes the file of an upload that is sealed in its midst, whichever query it has just made', async () => {
    const { db } = rig.services.database
    for (let moment = 0; ; moment++) {
      const { upload } = await begun(0)
      const partial = { id: upload.id, key: upload.storage_key ?? '', ref: null }
      await rig.services.storage.appendPart(partial, 0, Readable.from([new Uint8Array(10)]))
      await rig.services.storage.finishParts(partial, 10)
      await db.updateTable('uploads').set({ state: 'sealing' }).where('id', '=', upload.id).execute()
      rig.clock.now += 2 * DAY_MS
      let asked = 0
      const watched = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (asked++ === moment) await seal(upload)
          return result
        },
      })
      await sweepUploads({ ...serverScope(rig.services), db: watched })
      expect(await keys(), `after question ${moment}`).toContain(partial.key)
      if (asked <= moment) break
      rig.clock.now -= 2 * DAY_MS
    }
  })

  test('takes nothing of uploads that race with it', async () => {
    const races = Number(process.env['SWEEP_RACES'] ?? 60)
    const urls = await Promise.all(Array.from({ length: races }, async () => (await begun(0)).url))
    // For the sweep every new file is two days old.
    rig.clock.now += 2 * DAY_MS
    let isOver = false
    const sweeping = (async () => {
      let blobs = 0
      while (!isOver) blobs += (await sweep()).blobs
      return blobs
    })()
    for (let lot = 0; lot < races; lot += 20)
      await Promise.all(
        urls.slice(lot, lot + 20).map((url) =>
          fetch(url, {
            method: 'PATCH',
            headers: {
              'tus-resumable': '1.0.0',
              'x-person': 'ed',
              'content-type': 'application/offset+octet-stream',
              'upload-offset': '0',
            },
            body: new Uint8Array(10),
          }),
        ),
      )
    isOver = true
    expect(await sweeping).toBe(0)
    const versions = await rig.services.database.db.selectFrom('versions').select('storage_key').execute()
    expect([versions.length, await keys()]).toEqual([
      races,
      expect.arrayContaining(versions.map((row) => row.storage_key)),
    ])
  })

  test('comes round every hour, and two starts do not make two chains', async () => {
    await startTransferSweep(rig.services)
    await startTransferSweep(rig.services)
    const runner = new JobRunner(rig.services, transferJobs)
    await runner.drain()
    await startTransferSweep(rig.services)
    await runner.drain()
    const waiting = await rig.services.database.db.selectFrom('jobs').selectAll().where('state', '=', 'ready').execute()
    expect(waiting.map(({ run_at: at }) => at - rig.clock.now)).toEqual([3600_000])
  })
})
