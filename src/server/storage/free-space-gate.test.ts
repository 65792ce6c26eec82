import { Readable, Writable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { FreeSpaceGate, reserveBytes, freeSpaceGuard, SHORT_BYTES } from './free-space-gate.ts'
import { StorageFull } from './storage.ts'

const MB = 1e6
const reserve = { MIN_FREE_MB: 100, MIN_FREE_PERCENT: 0, BALLAST_MB: 0, DATABASE_URL: undefined }

function disk(freeBytes: number, over: Partial<typeof reserve> = {}) {
  const space = { freeBytes, diskBytes: 1000 * MB }
  return { space, room: new FreeSpaceGate({ ...reserve, ...over }, () => space) }
}

test('what is kept free is never so little that the ballast would be given up for a file', () => {
  expect(reserveBytes({ ...reserve, MIN_FREE_MB: 0 }, 1e12)).toBe(0)
  expect(reserveBytes({ ...reserve, MIN_FREE_MB: 1, BALLAST_MB: 64 }, 1e9)).toBeGreaterThan(SHORT_BYTES)
  expect(reserveBytes({ ...reserve, MIN_FREE_PERCENT: 5 }, 1e12)).toBe(5e10)
})

test('many who write at once leave what is kept, as one does', () => {
  const { space, room } = disk(130 * MB)
  const writers = Array.from({ length: 6 }, () => room.writer())
  let writtenBytes = 0
  for (let refused = 0; refused < 6;) {
    refused = 0
    // All ask before any of it is on the disk.
    const taken = writers.map((writer) => {
      try {
        writer.take(MB)
        return MB
      } catch (error) {
        if (!(error instanceof StorageFull)) throw error
        refused += 1
        return 0
      }
    })
    for (const bytes of taken) {
      writtenBytes += bytes
      space.freeBytes -= bytes
    }
  }
  expect(space.freeBytes).toBeGreaterThanOrEqual(100 * MB)
  expect(writtenBytes).toBeGreaterThan(5 * MB)
})

test('what a writer took and did not use is free for others once it ends', () => {
  const { room } = disk(104 * MB)
  const first = room.writer()
  first.take(1)
  expect(() => room.writer().take(2 * MB)).toThrow(StorageFull)
  first.close()
  room.writer().take(2 * MB)
})

test('small files fit to the very edge, and what grew meanwhile by others is seen', () => {
  const { space, room } = disk(100 * MB + 10)
  const writer = room.writer()
  writer.take(10)
  space.freeBytes -= 10
  expect(() => writer.take(1)).toThrow(StorageFull)
  space.freeBytes = 90 * MB
  expect(() => room.writer().take(1)).toThrow(StorageFull)
})

test('a stream on its way to a full disk breaks off, and one to another disk passes', async () => {
  const { space, room } = disk(101 * MB)
  const onto = (guard: Transform) => {
    let bytes = 0
    const landing = new Writable({
      write(chunk: Uint8Array, _, done) {
        bytes += chunk.byteLength
        space.freeBytes -= chunk.byteLength
        done()
      },
    })
    return pipeline(Readable.from(Array.from({ length: 8 }, () => Buffer.alloc(MB / 4))), guard, landing).then(
      () => bytes,
    )
  }
  await expect(onto(freeSpaceGuard(room))).rejects.toBeInstanceOf(StorageFull)
  expect(space.freeBytes).toBeGreaterThanOrEqual(100 * MB)
  expect(await onto(freeSpaceGuard(undefined))).toBe(2 * MB)
})
