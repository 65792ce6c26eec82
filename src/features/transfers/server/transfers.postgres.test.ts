import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/open-database.ts'
import { newId } from '#server/ids.ts'
import { s3Client } from '#server/storage/open-storage.ts'
import { S3Storage } from '#server/storage/s3.storage.ts'
import { s3TestServer, TEST_BUCKET, type S3TestServer } from '#server/storage/s3-test-server.ts'
import type { AppendWatch, PartialBlob } from '#server/storage/storage.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { transferRig, type TransferRig } from './transfers.rig.ts'
import { LEASE_MS } from './upload-lease.ts'

/** Reports received bytes and finished writers, and runs a callback before a blob is made. */
class WatchedStorage extends S3Storage {
  arrived = Promise.withResolvers<void>()
  ended = Promise.withResolvers<void>()
  beforeFinish: (upload: PartialBlob) => Promise<void> = () => Promise.resolve()

  override async appendPart(
    upload: PartialBlob,
    offset: number,
    source: Readable,
    watch: AppendWatch,
  ): Promise<number> {
    const written = (bytes: number, batch: readonly Uint8Array[]) => {
      watch.written?.(bytes, batch)
      this.arrived.resolve()
    }
    return super.appendPart(upload, offset, source, { ...watch, written }).finally(() => this.ended.resolve())
  }

  override async finishParts(upload: PartialBlob, sizeBytes: number): Promise<void> {
    await this.beforeFinish(upload)
    return super.finishParts(upload, sizeBytes)
  }
}

/** Two processes on one PostgreSQL and one bucket; a proxy may send each part to either. */
const MIB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0', 'x-person': 'ed' }
let database: Database
let s3: S3TestServer
let client: S3Client
let folder: string
let stores: Record<'one' | 'other', WatchedStorage>
let one: TransferRig
let other: TransferRig
beforeEach(async () => {
  database = await openTestDatabase()
  s3 = await s3TestServer()
  folder = mkdtempSync(join(tmpdir(), 'roughmix-two-'))
  stores = {} as typeof stores
  client = s3Client({
    S3_ENDPOINT: s3.url,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  })
  const rig = (name: 'one' | 'other') =>
    transferRig({
      dataDir: join(folder, name),
      databaseUrl: database.url ?? '',
      storage: async () =>
        (stores[name] = new WatchedStorage({ client, bucket: TEST_BUCKET, workshop: folder, newId })),
    })
  one = await rig('one')
  other = await rig('other')
})
afterEach(async () => {
  await one.stop()
  await other.stop()
  await s3.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const song = new Uint8Array(randomBytes(21 * MIB + 5))
const digest = `sha-256=:${createHash('sha256').update(song).digest('base64')}:`
async function begun(bytes = song.byteLength): Promise<string> {
  const created = await fetch(`${one.url}/api/projects/album/uploads`, {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa('nightdrive')}`,
    },
  })
  return created.headers.get('location') ?? ''
}
const send = (rig: TransferRig, path: string, from: number, to: number) =>
  fetch(rig.url + path, {
    method: 'PATCH',
    headers: {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(from),
      'repr-digest': digest,
    },
    body: song.subarray(from, to),
  })
const offsetAt = async (rig: TransferRig, path: string) =>
  (await fetch(rig.url + path, { method: 'HEAD', headers: TUS })).headers.get('upload-offset')
async function stored(): Promise<Buffer> {
  const version = await database.db.selectFrom('versions').selectAll().executeTakeFirstOrThrow()
  return buffer(await one.services.storage.read(version.storage_key))
}

test('parts may go through either process, and none of them touches a disk', async () => {
  const path = await begun()
  const statuses: number[] = []
  for (const [i, [from, to]] of [
    [0, 9 * MIB],
    [9 * MIB, 10 * MIB],
    [10 * MIB, 19 * MIB],
    [19 * MIB, song.byteLength],
  ].entries())
    statuses.push((await send(i % 2 === 0 ? one : other, path, from ?? 0, to ?? 0)).status)
  expect(statuses).toEqual([204, 204, 204, 204])
  expect(Buffer.compare(await stored(), song)).toBe(0)
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left.map(({ name }) => name)).toEqual([])
})

test('of two who send the same part to two processes at once exactly one is heard', async () => {
  const path = await begun()
  for (let round = 0; round < 5; round++) {
    const [from, to] = [round * 4 * MIB, (round + 1) * 4 * MIB]
    const answers = await Promise.all([one, other, one, other].map((rig) => send(rig, path, from, to)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toEqual([204])
    expect(statuses.filter((status) => status >= 300).every((status) => status === 409 || status === 423)).toBe(true)
  }
  expect((await send(other, path, 20 * MIB, song.byteLength)).status).toBe(204)
  expect(Buffer.compare(await stored(), song)).toBe(0)
})

test('an upload whose process has died goes on at another, once the right to write has run out', async () => {
  const path = await begun()
  await send(one, path, 0, 9 * MIB)
  // A dead process leaves a lease that nobody releases.
  await database.db
    .updateTable('uploads')
    .set({ lease_id: 'dead', lease_until: other.clock.now + LEASE_MS })
    .execute()
  expect((await send(other, path, 9 * MIB, song.byteLength)).status).toBe(423)
  other.clock.now += LEASE_MS + 1
  expect(await offsetAt(other, path)).toBe(String(9 * MIB))
  expect((await send(other, path, 9 * MIB, song.byteLength)).status).toBe(204)
  expect(await offsetAt(one, path)).toBe(String(song.byteLength))
  expect(Buffer.compare(await stored(), song)).toBe(0)
})

test('an upload that ended at one process is a version once, whoever asks where', async () => {
  const path = await begun()
  await send(one, path, 0, song.byteLength)
  const asked = await Promise.all(
    [one, other, one, other].map((rig) => fetch(rig.url + path, { method: 'HEAD', headers: TUS })),
  )
  expect(new Set(asked.map(({ headers }) => headers.get('roughmix-version-id'))).size).toBe(1)
  expect(await database.db.selectFrom('versions').select('id').execute()).toHaveLength(1)
})

/** One MiB of a part that then stalls, at the first process, whose lease has expired when this returns. */
async function stalled(path: string, bytes = song.byteLength): Promise<Socket> {
  const { hostname, port } = new URL(one.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\nx-person: ed\r\n` +
      `content-type: application/offset+octet-stream\r\nupload-offset: 0\r\ncontent-length: ${bytes}\r\n\r\n`,
  )
  socket.write(song.subarray(0, MIB))
  await stores.one.arrived.promise
  other.clock.now += LEASE_MS + 1
  return socket
}

async function dies(socket: Socket): Promise<void> {
  socket.destroy()
  await stores.one.ended.promise
}

test('a writer whose right was taken over keeps nothing more, so that what was acknowledged stays', async () => {
  const path = await begun()
  const socket = await stalled(path)
  expect(await offsetAt(other, path)).toBe('0')
  expect((await send(other, path, 0, 3 * MIB)).headers.get('upload-offset')).toBe(String(3 * MIB))
  await dies(socket)
  expect(await offsetAt(other, path)).toBe(String(3 * MIB))
  expect((await send(other, path, 3 * MIB, song.byteLength)).status).toBe(204)
  expect(Buffer.compare(await stored(), song)).toBe(0)
})

test('a writer that dies while another seals its upload leaves a version with every byte', async () => {
  // Less than one of the store's parts: only a tail, which another tail could replace.
  const short = song.subarray(0, 4 * MIB)
  const path = await begun(short.byteLength)
  const socket = await stalled(path, short.byteLength)
  stores.other.beforeFinish = () => dies(socket)
  const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  expect((await fetch(other.url + path, { method: 'PATCH', headers, body: short })).status).toBe(204)
  const { storage_key: key, size_bytes: sizeBytes } = await database.db
    .selectFrom('versions')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect([sizeBytes, (await other.services.storage.find(key))?.sizeBytes]).toEqual([short.byteLength, short.byteLength])
  expect(Buffer.compare(await stored(), short)).toBe(0)
})

test('what the store has lost before sealing is sent again, and never a version without it', async () => {
  const path = await begun()
  stores.other.beforeFinish = async ({ id }) => {
    stores.other.beforeFinish = () => Promise.resolve()
    const { Contents = [] } = await client.send(
      new ListObjectsV2Command({ Bucket: TEST_BUCKET, Prefix: `.parts/${id}/` }),
    )
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: TEST_BUCKET, Key }))
  }
  expect((await send(other, path, 0, song.byteLength)).status).toBe(409)
  expect(await database.db.selectFrom('versions').select('id').execute()).toEqual([])
  expect(await offsetAt(one, path)).toBe(String(16 * MIB))
  expect((await send(one, path, 16 * MIB, song.byteLength)).status).toBe(204)
  expect(Buffer.compare(await stored(), song)).toBe(0)
})

test('two processes that begin uploads at once count those of the other: what is kept free stays free', async () => {
  for (const { services } of [one, other]) Object.assign(services.storage, { freeBytes: async () => 100 * MIB })
  const begin = (rig: TransferRig) =>
    fetch(`${rig.url}/api/projects/album/uploads`, {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(20 * MIB),
        'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa('nightdrive')}`,
      },
    })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => begin(i % 2 ? one : other)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 507)).toHaveLength(9)
})
