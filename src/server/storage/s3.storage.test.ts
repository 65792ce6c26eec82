import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { s3Client } from './open-storage.ts'
import { listMultiparts, listObjects } from './s3-listings.ts'
import { S3Storage } from './s3.storage.ts'
import { s3TestServer, TEST_BUCKET, type S3TestServer } from './s3-test-server.ts'
import { StorageAway } from './storage.ts'
import { storageSuite } from './storage.test-suite.ts'

/** A real store to test against, as `http://127.0.0.1:7480`; it may be emptied. */
const real = process.env['S3_TEST_ENDPOINT']
const MIB = 1024 * 1024
let server: S3TestServer | undefined
let endpoint: string

beforeAll(async () => {
  server = real ? undefined : await s3TestServer()
  endpoint = real ?? server?.url ?? ''
  if (real)
    await client()
      .send(new CreateBucketCommand({ Bucket: TEST_BUCKET }))
      .catch(() => undefined)
})
afterAll(async () => {
  await server?.stop()
})

function client(at = endpoint) {
  return s3Client({
    S3_ENDPOINT: at,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: process.env['S3_TEST_KEY'] ?? 'S3RVER',
    S3_SECRET_ACCESS_KEY: process.env['S3_TEST_SECRET'] ?? 'S3RVER',
  })
}

async function emptied(): Promise<S3Storage> {
  const s3 = client()
  const storage = new S3Storage({ client: s3, bucket: TEST_BUCKET, workshop: tmpdir(), newId })
  await storage.sweepParts(Date.now() + 3_600_000, () => false)
  for await (const { key } of listObjects(s3, TEST_BUCKET, ''))
    await s3.send(new DeleteObjectCommand({ Bucket: TEST_BUCKET, Key: key }))
  return storage
}

describe(`files in a bucket (${real ? 'a real store' : 's3rver'})`, () => {
  storageSuite(async () => ({
    storage: await emptied(),
    restart: () => Promise.resolve(new S3Storage({ client: client(), bucket: TEST_BUCKET, workshop: tmpdir(), newId })),
  }))

  test('a tail whose writer was overtaken on the way takes nothing from one that is longer', async () => {
    const [late, other] = [
      await emptied(),
      new S3Storage({ client: client(), bucket: TEST_BUCKET, workshop: tmpdir(), newId }),
    ]
    const song = randomBytes(4 * MIB)
    const upload = {
      id: 'up1',
      key: 'projects/p/t/v/a.wav',
      ref: await late.beginParts('up1', 'projects/p/t/v/a.wav', song.byteLength),
    }
    const part = (from: number, to: number) => Readable.from([song.subarray(from, to)], { objectMode: false })
    // Its right was asked about, and had run out when the bytes came to the store.
    await late.appendPart(upload, 0, part(0, MIB), {
      beforeKept: async () => void (await other.appendPart(upload, 0, part(0, 3 * MIB))),
    })
    expect([await late.partBytes(upload), await other.partBytes(upload)]).toEqual([3 * MIB, 3 * MIB])
    await other.appendPart(upload, 3 * MIB, part(3 * MIB, song.byteLength))
    await other.finishParts(upload, song.byteLength)
    expect(Buffer.compare(await buffer(await other.read(upload.key)), song)).toBe(0)
    expect(await Array.fromAsync(listObjects(client(), TEST_BUCKET, '.parts/'))).toEqual([])
  })

  test('whoever lost the right before a part or a tail is kept leaves what there is as it is', async () => {
    const storage = await emptied()
    const upload = {
      id: 'up1',
      key: 'projects/p/t/v/a.wav',
      ref: await storage.beginParts('up1', 'projects/p/t/v/a.wav', 30 * MIB),
    }
    const refused = { beforeKept: () => Promise.reject(new Error('lease lost')) }
    await storage.appendPart(upload, 0, Readable.from([Buffer.alloc(MIB)]))
    for (const bytes of [MIB, 9 * MIB])
      expect([
        await storage.appendPart(upload, MIB, Readable.from([Buffer.alloc(bytes)]), refused),
        await storage.partBytes(upload),
      ]).toEqual([0, MIB])
    let asked = 0
    const onlyFirst = { beforeKept: () => (asked++ === 0 ? Promise.resolve() : refused.beforeKept()) }
    expect([
      await storage.appendPart(upload, MIB, Readable.from([Buffer.alloc(9 * MIB)]), onlyFirst),
      await storage.partBytes(upload),
    ]).toEqual([7 * MIB, 8 * MIB])
  })

  test('what an older version of this server kept of an upload is gone on with', async () => {
    const storage = await emptied()
    const upload = {
      id: 'up1',
      key: 'projects/p/t/v/a.wav',
      ref: await storage.beginParts('up1', 'projects/p/t/v/a.wav', 5),
    }
    await client().send(new PutObjectCommand({ Bucket: TEST_BUCKET, Key: '.parts/up1/0', Body: Buffer.from('123') }))
    expect(await storage.partBytes(upload)).toBe(3)
    await storage.appendPart(upload, 3, Readable.from([Buffer.from('45')]))
    await storage.finishParts(upload, 5)
    expect((await buffer(await storage.read(upload.key))).toString()).toBe('12345')
  })

  test('that the store is away is said by everything that needs it', async () => {
    const gone = createServer((_, response) => response.writeHead(503).end())
    await once(gone.listen(0, '127.0.0.1'), 'listening')
    const address = gone.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const away = new S3Storage({
      client: client(`http://127.0.0.1:${port}`),
      bucket: TEST_BUCKET,
      workshop: tmpdir(),
      newId,
    })
    const key = 'projects/p/t/v/a.wav'
    await expect(away.find(key)).rejects.toThrow(StorageAway)
    gone.closeAllConnections()
    gone.close()
    await once(gone, 'close')
    await Promise.all(
      [
        away.check(),
        away.read(key),
        away.put(key, Buffer.from('1')),
        away.withFile(key, async () => {}),
        away.beginParts('up1', key, 5),
      ].map((asked) => expect(asked).rejects.toThrow(StorageAway)),
    )
  })

  test('however many read slowly, the store is there for everybody else', async () => {
    const slow = createServer((request, response) => {
      response.writeHead(200, { 'content-length': MIB })
      if (request.method === 'HEAD') response.end()
      else response.write('begun')
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    const address = slow.address()
    const storage = new S3Storage({
      client: client(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`),
      bucket: TEST_BUCKET,
      workshop: tmpdir(),
      newId,
    })
    const held = await Promise.all(Array.from({ length: 60 }, () => storage.read('projects/p/t/v/a.wav')))
    expect(await storage.find('projects/p/t/v/b.wav')).toMatchObject({ sizeBytes: MIB })
    for (const reader of held) reader.destroy()
    slow.closeAllConnections()
    slow.close()
  })

  test('nobody who is told to stop waits for a store that hangs', async () => {
    let asked = 0
    const hanging = createServer((request, response) => {
      asked++
      if (request.url?.includes('halfway')) response.writeHead(200, { 'content-length': MIB }).write('half')
    })
    await once(hanging.listen(0, '127.0.0.1'), 'listening')
    const address = hanging.address()
    const storage = new S3Storage({
      client: client(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`),
      bucket: TEST_BUCKET,
      workshop: tmpdir(),
      newId,
    })
    const stop = new AbortController()
    const { signal } = stop
    const bytes = Buffer.alloc(9 * MIB)
    const key = 'projects/p/t/v/a.wav'
    const waiting = [
      storage.put(key, bytes.subarray(0, 5), signal),
      storage.put(key, Readable.from([bytes]), signal),
      storage.withFile(key, async () => {}, signal),
      storage.withFile('projects/p/t/v/halfway.wav', async () => {}, signal),
    ]
    await expect.poll(() => asked).toBe(waiting.length)
    stop.abort()
    for (const ended of await Promise.allSettled(waiting))
      expect(ended).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
    hanging.closeAllConnections()
    hanging.close()
  }, 15_000)

  test('a line to the store that breaks while a file is fetched is no fault of the file', async () => {
    const halfway = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half')
      setImmediate(() => response.destroy())
    })
    await once(halfway.listen(0, '127.0.0.1'), 'listening')
    const address = halfway.address()
    const storage = new S3Storage({
      client: client(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`),
      bucket: TEST_BUCKET,
      workshop: tmpdir(),
      newId,
    })
    await expect(storage.withFile('projects/p/t/v/a.wav', async () => {})).rejects.toThrow(StorageAway)
    halfway.close()
  })

  test('a long stream is sent in parts, and one that breaks off leaves none behind', async () => {
    const storage = await emptied()
    const broken = Readable.from(
      (async function* () {
        for (let i = 0; i < 10; i++) yield Buffer.alloc(1024 * 1024, i)
        throw new Error('line cut')
      })(),
    )
    await expect(storage.put('projects/p/t/v/a.wav', broken)).rejects.toThrow('line cut')
    expect(await Array.fromAsync(listMultiparts(client(), TEST_BUCKET))).toEqual([])
    expect(await storage.put('projects/p/t/v/a.wav', Readable.from([Buffer.alloc(9 * 1024 * 1024)]))).toBe(
      9 * 1024 * 1024,
    )
    expect(await storage.find('projects/p/t/v/a.wav')).toMatchObject({ sizeBytes: 9 * 1024 * 1024 })
  })
})
