import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/ids.ts'
import { FreeSpaceGate } from '#server/storage/free-space-gate.ts'
import { DiskStorage } from '#server/storage/disk.storage.ts'
import { HOLD_MS } from './upload-hold.ts'
import { transferRig, type TransferRig } from './transfers.rig.ts'

const MB = 1e6
const UPLOADS = '/api/projects/album/uploads'

/** A disk of 100 MB with a reserve of 40. Other programs may fill it. */
class SmallDisk extends DiskStorage {
  readonly space: { readonly othersBytes: number }
  readonly #files: string

  constructor(files: string, space: { othersBytes: number }) {
    super(files, newId, {
      room: new FreeSpaceGate({ MIN_FREE_MB: 40, MIN_FREE_PERCENT: 0, BALLAST_MB: 0, DATABASE_URL: undefined }, () => ({
        freeBytes: freeIn(files, space.othersBytes),
        diskBytes: 100 * MB,
      })),
    })
    this.#files = files
    this.space = space
  }

  override async freeBytes(): Promise<number> {
    return freeIn(this.#files, this.space.othersBytes)
  }

  override async diskBytes(): Promise<number> {
    return 100 * MB
  }
}

function freeIn(files: string, othersBytes: number): number {
  return (
    100 * MB -
    othersBytes -
    readdirSync(files, { recursive: true, withFileTypes: true }).reduce(
      (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
      0,
    )
  )
}

let folder: string
let rig: TransferRig
let others: { othersBytes: number }
beforeEach(async () => {
  others = { othersBytes: 0 }
  folder = mkdtempSync(join(tmpdir(), 'roughmix-full-'))
  const storage = async (dataDir: string) => {
    const disk = new SmallDisk(join(dataDir, 'files'), others)
    await disk.open({ isNew: true })
    return disk
  }
  rig = await transferRig({
    dataDir: folder,
    storage,
    env: { MIN_FREE_MB: '40', MIN_FREE_PERCENT: '0', BALLAST_MB: '0' },
  })
})
afterEach(async () => {
  await rig.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
) =>
  fetch(rig.url + path, {
    method,
    headers: { 'tus-resumable': '1.0.0', 'x-person': 'ed', ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit)
const begin = (bytes: number) =>
  ask('POST', UPLOADS, {
    'upload-length': String(bytes),
    'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa('nightdrive')}`,
  })
const begun = async (bytes: number) => (await begin(bytes)).headers.get('location') ?? ''
const part = (path: string, offset: number, body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>) =>
  ask('PATCH', path, { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }, body)
const offsetOf = async (path: string) => Number((await ask('HEAD', path)).headers.get('upload-offset'))
const song = (bytes: number) => new Uint8Array(bytes).fill(7)
/** A body without a declared length. */
const chunked = (bytes: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes; at += MB) controller.enqueue(song(Math.min(MB, bytes - at)))
      controller.close()
    },
  })

test('what uploads have yet to write counts: of many at once, only as many begin as fit together', async () => {
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => begin(25 * MB)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 507, 507, 507, 507])
  expect(await (await ask('GET', `${UPLOADS}/room`)).json()).toMatchObject({
    freeBytes: expect.closeTo(10 * MB, -5),
    limitedBy: 'server',
  })
  expect((await begin(8 * MB)).status).toBe(201)
})

test('what has arrived is not counted twice', async () => {
  const path = await begun(30 * MB)
  expect((await part(path, 0, song(20 * MB))).status).toBe(204)
  expect((await begin(29 * MB)).status).toBe(201)
})

test('a part of unknown length stops at the room that is kept free; what came is safe and goes on later', async () => {
  const path = await begun(50 * MB)
  others.othersBytes = 40 * MB
  const refused = await part(path, 0, chunked(50 * MB))
  expect([refused.status, await refused.json()]).toMatchObject([
    507,
    { code: 'storage.full', message: 'The server has no room left for this file. Notes, tasks and sign-in go on.' },
  ])
  const offset = await offsetOf(path)
  expect(offset).toBeGreaterThan(10 * MB)
  expect(freeIn(join(folder, 'files'), others.othersBytes)).toBeGreaterThanOrEqual(40 * MB)
  others.othersBytes = 0
  const last = await part(path, offset, chunked(50 * MB - offset))
  expect([last.status, last.headers.get('roughmix-version-id')]).toEqual([204, expect.any(String)])
})

test('an upload that nobody goes on with keeps its bytes and holds no room; going on takes it anew', async () => {
  const paused = await begun(50 * MB)
  await part(paused, 0, song(MB))
  expect((await begin(20 * MB)).status).toBe(507)
  rig.clock.now += HOLD_MS
  const second = await begun(20 * MB)
  expect((await part(paused, MB, song(MB))).status).toBe(507)
  expect(await offsetOf(paused)).toBe(MB)
  await ask('DELETE', second)
  expect((await part(paused, MB, song(MB))).status).toBe(204)
  expect((await begin(20 * MB)).status, 'it holds its room again').toBe(507)
})

test('giving an upload up gives its room back even where the database has none to say so', async () => {
  const path = await begun(50 * MB)
  await part(path, 0, song(10 * MB))
  const { db } = rig.services.database
  await sql`create trigger no_room before update on uploads begin select raise(abort, 'no room'); end`.execute(db)
  expect((await ask('DELETE', path)).status).toBeGreaterThanOrEqual(500)
  expect(freeIn(join(folder, 'files'), 0)).toBe(100 * MB - statSync(join(folder, 'files', '.roughmix-volume')).size)
  await sql`drop trigger no_room`.execute(db)
  expect([(await ask('DELETE', path)).status, (await ask('HEAD', path)).status]).toEqual([204, 410])
})

test('giving up what somebody is sending at this moment ends it and leaves nothing', async () => {
  const path = await begun(50 * MB)
  const sending = request(rig.url + path, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'x-person': 'ed',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(50 * MB),
    },
  })
  const ended = new Promise<void>((resolve) => sending.on('close', resolve).on('error', () => undefined))
  sending.write(song(5 * MB))
  await expect.poll(() => freeIn(join(folder, 'files'), 0), { interval: 20 }).toBeLessThan(98 * MB)
  expect((await ask('DELETE', path)).status).toBe(204)
  await ended
  expect(readdirSync(join(folder, 'files', '.parts'))).toEqual([])
})
