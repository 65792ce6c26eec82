import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BlobMissing, type PartialBlob, type Storage } from './storage.ts'
import { BadStorageKey } from './storage-key.ts'

export interface StorageUnderTest {
  readonly storage: Storage
  /** The same store after a restart, as another process sees it. */
  restart(): Promise<Storage>
}

const KEY = 'projects/p1/t1/v1/Nachtfahrt (Rohmix) – 夜.wav'
const MIB = 1024 * 1024

/** The tests that every driver must pass. `begin` returns a fresh empty store for each test. */
export function storageSuite(begin: () => Promise<StorageUnderTest>): void {
  const bytesOf = async (stream: Promise<Readable>) => buffer(await stream)
  const started = async (storage: Storage, id: string, key: string, sizeBytes: number): Promise<PartialBlob> => ({
    id,
    key,
    ref: await storage.beginParts(id, key, sizeBytes),
  })

  test('a blob comes back byte for byte under a name in any script', async () => {
    const { storage, restart } = await begin()
    const song = randomBytes(300_000)
    expect(await storage.put(KEY, Readable.from([song.subarray(0, 7), song.subarray(7)]))).toBe(300_000)
    expect(Buffer.compare(await bytesOf((await restart()).read(KEY)), song)).toBe(0)
    expect(await storage.find(KEY)).toMatchObject({ sizeBytes: 300_000 })
  })

  test.each([0, 1, MIB, 2 * MIB + 17])('a file of %i bytes is stored byte for byte, and stays', async (sizeBytes) => {
    const { storage } = await begin()
    const folder = await mkdtemp(join(tmpdir(), 'roughmix-put-'))
    const path = join(folder, 'stream.flac')
    const song = randomBytes(sizeBytes)
    try {
      await writeFile(path, song)
      expect(await storage.putFile(KEY, path)).toBe(sizeBytes)
      expect(Buffer.compare(await bytesOf(storage.read(KEY)), song)).toBe(0)
      await expect(storage.putFile(KEY, path, AbortSignal.abort())).rejects.toThrow('abort')
      await expect(storage.putFile(KEY, join(folder, 'gone.flac'))).rejects.toThrow('ENOENT')
      expect(Buffer.compare(await bytesOf(storage.read(KEY)), song)).toBe(0)
      expect(Buffer.compare(await readFile(path), song)).toBe(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('an empty blob exists', async () => {
    const { storage } = await begin()
    expect(await storage.put(KEY, new Uint8Array())).toBe(0)
    expect(await storage.find(KEY)).toMatchObject({ sizeBytes: 0 })
    expect(await bytesOf(storage.read(KEY))).toHaveLength(0)
  })

  test('ranges include both ends', async () => {
    const { storage } = await begin()
    await storage.put(KEY, Buffer.from('0123456789'))
    expect((await bytesOf(storage.read(KEY, { start: 0, end: 1 }))).toString()).toBe('01')
    expect((await bytesOf(storage.read(KEY, { start: 3, end: 6 }))).toString()).toBe('3456')
    expect((await bytesOf(storage.read(KEY, { start: 9, end: 9 }))).toString()).toBe('9')
  })

  test('writing again replaces the whole blob', async () => {
    const { storage } = await begin()
    await storage.put(KEY, Buffer.from('the longer first mix'))
    await storage.put(KEY, Buffer.from('second'))
    expect((await bytesOf(storage.read(KEY))).toString()).toBe('second')
  })

  test('a write that is broken off leaves the former blob alone, however long its source is silent', async () => {
    const { storage } = await begin()
    await storage.put(KEY, Buffer.from('former'))
    const silent = new Readable({ read: () => undefined })
    silent.push('half')
    const stop = new AbortController()
    const writing = storage.put(KEY, silent, stop.signal)
    stop.abort()
    await expect(writing).rejects.toThrow('abort')
    expect((await bytesOf(storage.read(KEY))).toString()).toBe('former')
  }, 10_000)

  test('a write that is asked for after the stop fails, and nothing else does', async () => {
    const { storage } = await begin()
    await expect(storage.put(KEY, new Readable({ read: () => undefined }), AbortSignal.abort())).rejects.toThrow(
      'abort',
    )
    expect(await storage.find(KEY)).toBeUndefined()
  })

  test('a source that breaks off leaves the former blob alone', async () => {
    const { storage } = await begin()
    await storage.put(KEY, Buffer.from('former'))
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('line cut')
      })(),
    )
    await expect(storage.put(KEY, broken)).rejects.toThrow('line cut')
    expect((await bytesOf(storage.read(KEY))).toString()).toBe('former')
  })

  test('what is not there is missing, and removing it does nothing', async () => {
    const { storage } = await begin()
    await expect(storage.read(KEY)).rejects.toBeInstanceOf(BlobMissing)
    await expect(storage.withFile(KEY, () => Promise.resolve())).rejects.toBeInstanceOf(BlobMissing)
    expect(await storage.find(KEY)).toBeUndefined()
    await storage.remove(KEY)
  })

  test('a removed blob is gone and its neighbour stays', async () => {
    const { storage } = await begin()
    await storage.put('projects/p1/t1/v1/a.wav', Buffer.from('a'))
    await storage.put('projects/p1/t1/v2/b.wav', Buffer.from('b'))
    await storage.remove('projects/p1/t1/v1/a.wav')
    expect(await storage.find('projects/p1/t1/v1/a.wav')).toBeUndefined()
    expect((await bytesOf(storage.read('projects/p1/t1/v2/b.wav'))).toString()).toBe('b')
  })

  test('a list has the blobs of its prefix with their sizes, and no unfinished ones', async () => {
    const { storage } = await begin()
    await storage.put('projects/p1/t1/v1/a.wav', Buffer.from('aa'))
    await storage.put('projects/p1/t2/v9/b.wav', Buffer.from('bbb'))
    await storage.put('projects/p10/t3/v4/c.wav', Buffer.from('c'))
    const part = await started(storage, 'open1', 'projects/p1/t1/v3/d.wav', 4)
    await storage.appendPart(part, 0, Readable.from([Buffer.from('dd')]))
    const listed = await Array.fromAsync(storage.list('projects/p1/'))
    expect(listed.map(({ key, sizeBytes }) => [key, sizeBytes]).sort()).toEqual([
      ['projects/p1/t1/v1/a.wav', 2],
      ['projects/p1/t2/v9/b.wav', 3],
    ])
    expect(await Array.fromAsync(storage.list(''))).toHaveLength(3)
  })

  test('a program on this machine can read a blob as a file', async () => {
    const { storage } = await begin()
    await storage.put(KEY, Buffer.from('samples'))
    expect(await storage.withFile(KEY, (path) => readFile(path, 'utf8'))).toBe('samples')
  })

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    'a/./b',
    'a/',
    'a\\b',
    'a\u0000b',
    '.parts/x',
    'a/.hidden',
    `${'x'.repeat(256)}/a`,
    `a/${'x/'.repeat(600)}b`,
  ])('refuses %j, which is no plain path', async (key) => {
    const { storage } = await begin()
    await expect(storage.put(key, Buffer.from('x'))).rejects.toBeInstanceOf(BadStorageKey)
    await expect(storage.read(key)).rejects.toBeInstanceOf(BadStorageKey)
    await expect(storage.find(key)).rejects.toBeInstanceOf(BadStorageKey)
    await expect(storage.remove(key)).rejects.toBeInstanceOf(BadStorageKey)
    await expect(storage.beginParts('id', key, 1)).rejects.toBeInstanceOf(BadStorageKey)
  })

  test('parts of any size become one blob, over restarts', async () => {
    const under = await begin()
    const song = randomBytes(13 * MIB + 11)
    const upload = await started(under.storage, 'up1', KEY, song.byteLength)
    let storage = under.storage
    let offset = 0
    for (const size of [1, 70_000, 6 * MIB, 0, 3, 5 * MIB, song.byteLength]) {
      const piece = song.subarray(offset, offset + size)
      expect(await storage.appendPart(upload, offset, Readable.from(slices(piece), { objectMode: false }))).toBe(
        piece.byteLength,
      )
      offset += piece.byteLength
      storage = await under.restart()
      expect(await storage.partBytes(upload)).toBe(offset)
    }
    expect(await storage.find(KEY)).toBeUndefined()
    await storage.finishParts(upload, song.byteLength)
    expect(digest(await bytesOf(storage.read(KEY)))).toBe(digest(song))
  })

  test('whoever watches sees the very bytes that are taken', async () => {
    const { storage } = await begin()
    const song = randomBytes(3 * MIB + 1)
    const upload = await started(storage, 'up1', KEY, song.byteLength)
    const seen: Uint8Array[] = []
    const counts: number[] = []
    await storage.appendPart(upload, 0, Readable.from(slices(song), { objectMode: false }), {
      written: (bytes, batch) => void (counts.push(bytes), seen.push(...batch)),
    })
    expect([digest(Buffer.concat(seen)), counts.at(-1)]).toEqual([digest(song), song.byteLength])
  })

  test('a part that breaks off keeps the bytes that came', async () => {
    const { storage, restart } = await begin()
    const upload = await started(storage, 'up1', KEY, 1_000_000)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(200_000, 'a')
        yield Buffer.alloc(100_000, 'b')
        throw new Error('line cut')
      })(),
      { objectMode: false },
    )
    const safe = await storage.appendPart(upload, 0, broken)
    expect(safe).toBe(300_000)
    expect(await (await restart()).partBytes(upload)).toBe(300_000)
    await storage.appendPart(upload, safe, Readable.from([Buffer.alloc(700_000, 'c')]))
    await storage.finishParts(upload, 1_000_000)
    const whole = await bytesOf(storage.read(KEY))
    expect([whole.byteLength, whole.toString('latin1', 299_999, 300_001)]).toEqual([1_000_000, 'bc'])
  })

  test('nothing is written once the writer has lost its right to', async () => {
    const { storage } = await begin()
    const upload = await started(storage, 'up1', KEY, 10)
    const safe = await storage.appendPart(upload, 0, Readable.from([Buffer.from('late')]), {
      beforeWrite: () => Promise.reject(new Error('lease lost')),
    })
    expect([safe, await storage.partBytes(upload)]).toEqual([0, 0])
  })

  test('a part that does not follow the bytes there are is refused', async () => {
    const { storage } = await begin()
    const upload = await started(storage, 'up1', KEY, 10)
    await storage.appendPart(upload, 0, Readable.from([Buffer.from('12345')]))
    await expect(storage.appendPart(upload, 3, Readable.from([Buffer.from('x')]))).rejects.toThrow('does not follow')
    await expect(storage.appendPart(upload, 7, Readable.from([Buffer.from('x')]))).rejects.toThrow('does not follow')
    expect(await storage.partBytes(upload)).toBe(5)
  })

  test('finishing twice is harmless, and the size is still known in between', async () => {
    const { storage, restart } = await begin()
    const upload = await started(storage, 'up1', KEY, 5)
    await storage.appendPart(upload, 0, Readable.from([Buffer.from('12345')]))
    await storage.finishParts(upload, 5)
    const after = await restart()
    expect(await after.partBytes(upload)).toBe(5)
    await after.finishParts(upload, 5)
    expect((await bytesOf(after.read(KEY))).toString()).toBe('12345')
  })

  test('what is not all there does not become a blob, and can be gone on with', async () => {
    const { storage } = await begin()
    const upload = await started(storage, 'up1', KEY, 5)
    await storage.appendPart(upload, 0, Readable.from([Buffer.from('123')]))
    await expect(storage.finishParts(upload, 5)).rejects.toMatchObject({ name: 'PartsShort', storedBytes: 3 })
    expect([await storage.find(KEY), await storage.partBytes(upload)]).toEqual([undefined, 3])
    await storage.appendPart(upload, 3, Readable.from([Buffer.from('45')]))
    await storage.finishParts(upload, 5)
    expect((await bytesOf(storage.read(KEY))).toString()).toBe('12345')
  })

  test('a file of no bytes can be finished', async () => {
    const { storage } = await begin()
    const upload = await started(storage, 'up1', KEY, 0)
    await storage.finishParts(upload, 0)
    expect(await storage.find(KEY)).toMatchObject({ sizeBytes: 0 })
  })

  test('what was given up leaves nothing behind, before and after finishing had begun', async () => {
    const { storage } = await begin()
    const early = await started(storage, 'early', 'projects/p/t/v1/a.wav', 5)
    await storage.appendPart(early, 0, Readable.from([Buffer.from('123')]))
    await storage.abortParts(early)
    await storage.abortParts(early)
    const late = await started(storage, 'late', 'projects/p/t/v2/a.wav', 3)
    await storage.appendPart(late, 0, Readable.from([Buffer.from('123')]))
    await storage.finishParts(late, 3)
    await storage.abortParts(late)
    expect(await Array.fromAsync(storage.list(''))).toEqual([])
    expect(await storage.partBytes(early)).toBe(0)
  })

  test('the sweep takes what nobody knows and what is old, and nothing else', async () => {
    const { storage } = await begin()
    const known = await started(storage, 'known', 'projects/p/t/v1/a.wav', 5)
    await storage.appendPart(known, 0, Readable.from([Buffer.from('123')]))
    const lost = await started(storage, 'lost', 'projects/p/t/v2/a.wav', 5)
    await storage.appendPart(lost, 0, Readable.from([Buffer.from('456')]))
    const keep = (left: { id?: string; key?: string }) => left.id === known.id || left.key === known.key
    expect(await storage.sweepParts(Date.now() - 3_600_000, keep)).toBe(0)
    expect(await storage.partBytes(lost)).toBe(3)
    expect(await storage.sweepParts(Date.now() + 3_600_000, keep)).toBeGreaterThan(0)
    expect([await storage.partBytes(known), await storage.partBytes(lost)]).toEqual([3, 0])
  })

  test('the store says that it works', async () => {
    const { storage } = await begin()
    await expect(storage.check()).resolves.toBeUndefined()
    expect((await storage.freeBytes()) ?? Infinity).toBeGreaterThan(0)
  })
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
