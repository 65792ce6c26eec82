import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { deflateRawSync, crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openZip } from './zip-reading.ts'

/** One file in a ZIP as APPNOTE 4.3 lays it out: header, bytes, directory, end. */
function zipOf(name: string, bytes: Buffer, { method = 8, sizeBytes = bytes.length, crc = crc32(bytes) } = {}): Buffer {
  const packed = method === 8 ? deflateRawSync(bytes) : bytes
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt32LE(crc, 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(sizeBytes, 18)
  facts.writeUInt16LE(name.length, 22)
  const header = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name)])
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([20, 0]),
    facts,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(header.length + packed.length, 16)
  return Buffer.concat([header, packed, entry, end])
}

const SONG = Buffer.from('a bounce of some length, again and again. '.repeat(40_000))
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roughmix-zip-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function opened(bytes: Buffer) {
  const path = join(folder, 'export.zip')
  await writeFile(path, bytes)
  return openZip(path)
}

test.each([
  ['deflated', 8],
  ['stored', 0],
])('a %s file comes back byte for byte', async (_, method) => {
  const zip = await opened(zipOf('song.wav', SONG, { method }))
  expect(zip.entries.get('song.wav')?.sizeBytes).toBe(SONG.length)
  expect((await buffer(await zip.read('song.wav'))).equals(SONG)).toBe(true)
})

test.each([
  ['bytes that are not those it was packed with', { crc: 1 }],
  ['another length than it says', { sizeBytes: SONG.length + 1 }],
])('%s make a file unreadable', async (_, wrong) => {
  for (const method of [0, 8]) {
    const read = async () =>
      buffer(await (await opened(zipOf('song.wav', SONG, { ...wrong, method }))).read('song.wav'))
    await expect(read()).rejects.toThrow(/damaged/)
  }
})

test('a reader that stops, or whose own disk is full, says so itself', async () => {
  const zip = await opened(zipOf('song.wav', SONG))
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) })
  await expect(pipeline(await zip.read('song.wav'), full)).rejects.toThrow('no space left')
})

test.runIf(process.platform === 'linux')('a reader that gives up leaves no file open', async () => {
  const open = async () => {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) =>
        readFile(`/proc/self/fdinfo/${fd}`, 'utf8').then(
          () => fd,
          () => undefined,
        ),
      ),
    )
    return links.filter((fd) => fd !== undefined).length
  }
  const zip = await opened(zipOf('song.wav', SONG))
  const before = await open()
  for (let i = 0; i < 20; i++) {
    const stream = await zip.read('song.wav')
    for await (const chunk of stream) if (chunk.length > 0) break
    // Nor one that never began, or whose receiver broke off.
    ;(await zip.read('song.wav')).destroy()
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('full')) })
    await pipeline(await zip.read('song.wav'), broken).catch(() => undefined)
  }
  await expect.poll(open).toBeLessThanOrEqual(before)
})

test('an altered byte anywhere in a packed file is refused in words', async () => {
  const short = Buffer.from('Kiln, Salt, Undertow, Night Drive, Kiln, Salt and Undertow again. '.repeat(3))
  const whole = zipOf('song.wav', short)
  const from = 30 + 'song.wav'.length
  for (let at = from; at < from + deflateRawSync(short).length; at++) {
    const altered = Buffer.from(whole)
    altered[at] = (altered[at] ?? 0) ^ 0x5a
    const zip = await opened(altered)
    await expect(buffer(await zip.read('song.wav')), `byte ${at}`).rejects.toThrow(
      'The ZIP is damaged: song.wav is not what was packed into it.',
    )
  }
})
