import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readlinkSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { DiskStorage } from '../storage/disk.storage.ts'
import type { LocalBlob } from '../storage/storage.ts'
import { answerErrors } from '../router/error-answers.ts'
import { sendBlob } from './send-blob.ts'

const KEY = 'projects/p/t/v/mix.wav'
const song = randomBytes(3 * 1024 * 1024 + 7)
const sha256 = createHash('sha256').update(song).digest('hex')
const ETAG = `"${sha256}"`
let app: FastifyInstance
let storage: DiskStorage
let folder: string
let url: string
/** Blobs that were opened and not closed. */
const readers = new Set<LocalBlob>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roughmix-send-'))
  storage = new DiskStorage(folder, newId)
  await storage.open({ isNew: true })
  readers.clear()
  const openLocal = storage.openLocal.bind(storage)
  storage.openLocal = async (key) => {
    const blob = await openLocal(key)
    const close = () => {
      readers.delete(counted)
      blob.close()
    }
    const counted: LocalBlob = { read: blob.read, close }
    readers.add(counted)
    return counted
  }
  await storage.put(KEY, song)
  await storage.put('projects/p/t/v/empty.wav', new Uint8Array())
  app = Fastify()
  answerErrors(app)
  app.addHook('onRequest', async (_, reply) => void reply.header('x-from-a-hook', 'kept'))
  const common = { contentType: 'audio/wav', cacheControl: 'private, no-store' } as const
  app.get('/song', async (request, reply) => {
    await sendBlob({ request, reply, storage, key: KEY, sha256, fileName: 'Größe "夜".wav', ...common })
    return reply
  })
  app.get('/empty', async (request, reply) => {
    await sendBlob({ request, reply, storage, key: 'projects/p/t/v/empty.wav', ...common })
    return reply
  })
  app.get('/tagged', async (request, reply) => {
    await sendBlob({ request, reply, storage, key: KEY, head: { bytes: Buffer.from('tag'), insteadOf: 0 }, ...common })
    return reply
  })
  app.get('/missing', async (request, reply) => {
    await sendBlob({ request, reply, storage, key: 'projects/p/t/v/none.wav', ...common })
    return reply
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (headers: Readonly<Record<string, string>> = {}, path = '/song', method = 'GET') =>
  fetch(url + path, { method, headers })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('a blob', () => {
  test('is sent whole with its exact length, name and tag', async () => {
    const answer = await get()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': String(song.byteLength),
      'content-type': 'audio/wav',
      etag: ETAG,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-disposition':
        `attachment; filename="Gro_e _?_.wav"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22%E5%A4%9C%22.wav`.replace(
          '?',
          '_',
        ),
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'x-from-a-hook': 'kept',
    })
    expect(Buffer.compare(await bytesOf(answer), song)).toBe(0)
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=1000000-', 1_000_000, song.byteLength - 1],
    ['bytes=-5', song.byteLength - 5, song.byteLength - 1],
    ['bytes=-99999999', 0, song.byteLength - 1],
    [`bytes=5-${song.byteLength + 5}`, 5, song.byteLength - 1],
  ])('asked for %s is sent from %i to %i', async (range, start, end) => {
    const answer = await get({ range })
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/${song.byteLength}`,
      String(end - start + 1),
    ])
    expect(Buffer.compare(await bytesOf(answer), song.subarray(start, end + 1))).toBe(0)
  })

  test.each(['bytes=9-3', 'bytes=a-b', 'bytes=-', 'items=0-1', 'bytes=0-1,5-6', ''])(
    'asked for %j is sent whole',
    async (range) => {
      const answer = await get({ range })
      expect([answer.status, (await bytesOf(answer)).byteLength]).toEqual([200, song.byteLength])
    },
  )

  test.each([`bytes=${song.byteLength}-`, 'bytes=99999999-100000000', 'bytes=-0'])(
    'cannot be sent for %s',
    async (range) => {
      const answer = await get({ range })
      expect([answer.status, answer.headers.get('content-range'), (await bytesOf(answer)).byteLength]).toEqual([
        416,
        `bytes */${song.byteLength}`,
        0,
      ])
    },
  )

  test('is sent whole when the range belonged to another', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': ETAG })).status).toBe(206)
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await get({ range: 'bytes=0-9', 'if-range': new Date().toUTCString() })).status).toBe(200)
  })

  test('that is known already is not sent again', async () => {
    for (const tag of [ETAG, `W/${ETAG}`, `"x", ${ETAG}`, '*']) {
      const answer = await get({ 'if-none-match': tag })
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, ETAG, ''])
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('says to HEAD what it would send', async () => {
    const answer = await get({ range: 'bytes=0-9' }, '/song', 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      String(song.byteLength),
      '',
    ])
  })

  test('of no bytes is sent, and has no ranges', async () => {
    expect([
      (await get({}, '/empty')).headers.get('content-length'),
      (await get({ range: 'bytes=0-' }, '/empty')).status,
    ]).toEqual(['0', 416])
  })

  test('that is missing is not found', async () => {
    expect((await get({}, '/missing')).status).toBe(404)
  })

  test('that turns out shorter cuts the connection instead of looking whole', async () => {
    const find = storage.find.bind(storage)
    storage.find = async (key) => {
      const facts = await find(key)
      await truncate(join(folder, KEY), 1000)
      return facts
    }
    await expect(get().then(bytesOf)).rejects.toThrow('terminated')
  })

  test('reaches everybody exactly while others break off, though buffers are used again', async () => {
    const port = Number(new URL(url).port)
    const breakOff = async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write('GET /song HTTP/1.1\r\nhost: x\r\n\r\n')
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    const readAt = async (start: number) => {
      const end = Math.min(song.byteLength, start + 700_001) - 1
      const bytes = await bytesOf(await get({ range: `bytes=${start}-${end}` }))
      return Buffer.compare(bytes, song.subarray(start, end + 1))
    }
    for (let round = 0; round < 3; round++) {
      const starts = Array.from({ length: 40 }, (_, i) => (i * 77_777 + round) % song.byteLength)
      const [compared] = await Promise.all([
        Promise.all(starts.map(readAt)),
        Promise.all(Array.from({ length: 40 }, breakOff)),
      ])
      expect(new Set(compared)).toEqual(new Set([0]))
    }
  })

  /** Answers that are reading: from a stream of their own, or from the file that all at /song share. */
  const reading = (path: string) =>
    path === '/tagged'
      ? readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).startsWith(folder)).length
      : readers.size

  test.each(['/song', '/tagged'])(
    'at %s is let go of when many were asked for in one packet, and none is read',
    async (path) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(20))
      await once(socket, 'readable')
      await expect.poll(() => reading(path), { interval: 20 }).toBe(20)
      socket.resetAndDestroy()
      await expect.poll(() => reading(path), { interval: 20 }).toBe(0)
    },
  )

  test.each(['/song', '/tagged'])('at %s leaves nothing behind on a connection that goes on', async (path) => {
    const [socket] = await Promise.all([
      once(app.server, 'connection').then(([one]: Socket[]) => one),
      get({ range: 'bytes=0-99' }, path).then(bytesOf),
    ])
    const listeners = () => socket?.listenerCount('close') ?? 0
    const before = listeners()
    for (let i = 0; i < 12; i++) await bytesOf(await get({ range: 'bytes=0-99' }, path))
    await expect.poll(listeners, { interval: 20 }).toBeLessThanOrEqual(before)
  })

  test('is let go of when its readers leave', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1')
        socket.write('GET /song HTTP/1.1\r\nhost: x\r\n\r\n')
        await once(socket, 'data')
        socket.resetAndDestroy()
      }),
    )
    await expect.poll(() => reading('/song'), { interval: 20 }).toBe(0)
    expect((await bytesOf(await get())).byteLength).toBe(song.byteLength)
  })
})

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
