import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { answerErrors } from '../router/error-answers.ts'
import { s3Client } from '../storage/open-storage.ts'
import { PRESIGNED_SPAN_MS, presigner } from '../storage/presigned-get.ts'
import { S3Storage } from '../storage/s3.storage.ts'
import { s3TestServer, TEST_BUCKET, type S3TestServer } from '../storage/s3-test-server.ts'
import { sendBlob } from './send-blob.ts'

const KEY = 'projects/p/t/v/Größe (1)!.wav'
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const song = randomBytes(300_000)
const sha256 = createHash('sha256').update(song).digest('hex')
let s3: S3TestServer
let storage: S3Storage
let app: FastifyInstance
let url: string
let clock = 0

beforeAll(async () => {
  s3 = await s3TestServer()
  const client = s3Client({
    S3_ENDPOINT: s3.url,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  })
  const presign = presigner({ endpoint: s3.url, bucket: TEST_BUCKET, region: 'us-east-1', ...KEYS, now: () => clock })
  storage = new S3Storage({ client, bucket: TEST_BUCKET, workshop: tmpdir(), newId, presign })
  await storage.put(KEY, song)
  app = Fastify()
  answerErrors(app)
  const common = { storage, key: KEY, sha256, contentType: 'audio/wav', cacheControl: 'private, no-store' } as const
  for (const [path, how] of Object.entries({
    '/song': { fileName: 'Größe "夜".wav', fromStore: true },
    '/picture': { disposition: 'inline' },
    '/tagged': { fromStore: true, head: { bytes: Buffer.from('tag'), insteadOf: 0 } },
    '/gone': { fromStore: true, key: 'projects/p/t/v/gone.wav' },
  } as const)) {
    app.get(path, async (request, reply) => {
      await sendBlob({ request, reply, ...common, ...how })
      return reply
    })
  }
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => {
  clock = Date.now()
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await s3.stop()
})

const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(url + path, { method, headers, redirect: 'manual' })
const addressOf = async (path = '/song') => (await ask(path)).headers.get('location') ?? ''
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('where browsers reach the store', () => {
  test('they are sent there for the very bytes, under the name, type and cache rules we would have given', async () => {
    const sent = await ask('/song')
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const answer = await fetch(sent.headers.get('location') ?? '')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'cache-control': 'private, no-store',
      'content-length': '300000',
      'content-disposition':
        'attachment; filename="Gro_e ___.wav"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%22%E5%A4%9C%22.wav',
    })
    expect((await bytesOf(answer)).equals(song)).toBe(true)
  })

  test('a range is read there', async () => {
    const answer = await fetch(`${url}/song`, { headers: { range: 'bytes=1000-1999' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/300000'])
    expect(new URL(answer.url).origin).toBe(s3.url)
    expect((await bytesOf(answer)).equals(song.subarray(1000, 2000))).toBe(true)
  })

  // That a URL works for one file only is tested with a real store, in e2e/cluster.journey.ts: this one does not verify
  // signatures.
  test('the address works for ten minutes at most', async () => {
    expect((await fetch(await addressOf())).status).toBe(200)
    clock -= 2 * PRESIGNED_SPAN_MS
    expect((await fetch(await addressOf())).status).toBe(403)
  })

  test('within some minutes it stays the same, so that a browser finds again what it keeps', async () => {
    clock -= clock % PRESIGNED_SPAN_MS
    const first = await addressOf()
    clock += PRESIGNED_SPAN_MS - 1
    expect(await addressOf()).toBe(first)
    clock += 1
    expect(await addressOf()).not.toBe(first)
  })

  test('a broken download goes on from here by the store’s tag or ours, and starts anew for another file', async () => {
    const tag = (await fetch(await addressOf())).headers.get('etag') ?? ''
    for (const ifRange of [tag, `"${sha256}"`]) {
      const rest = await ask('/song', { range: 'bytes=200000-', 'if-range': ifRange })
      expect(rest.status).toBe(206)
      expect((await bytesOf(rest)).equals(song.subarray(200_000))).toBe(true)
    }
    expect((await ask('/song', { range: 'bytes=200000-', 'if-range': '"another"' })).status).toBe(200)
  })

  test('questions about the file are answered here', async () => {
    expect((await ask('/song', {}, 'HEAD')).headers.get('content-length')).toBe('300000')
    expect((await ask('/song', { 'if-none-match': `"${sha256}"` })).status).toBe(304)
    expect((await ask('/song', { range: 'bytes=300000-' })).status).toBe(416)
    expect((await ask('/gone')).status).toBe(404)
  })

  test('what a page could be made of, and what is put together on the way, is sent by us', async () => {
    for (const path of ['/picture', '/tagged']) expect((await ask(path)).status).toBe(200)
  })
})
