import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { MemoryStorage } from '#server/storage/memory.storage.ts'
import { StorageAway, StorageBroken, StorageFull } from '#server/storage/storage.ts'
import { copyFiles } from './copy-files.ts'

const bytesOf = (key: string) => Buffer.alloc(key === 'master.wav' ? 5000 : 100, key)
const files = ['cover.png', 'master.wav', 'mix.wav'].map((key) => ({
  key,
  sizeBytes: bytesOf(key).byteLength,
  sha256: createHash('sha256').update(bytesOf(key)).digest('hex'),
  modifiedAt: 1,
}))
const source = { files, readFile: async (key: string) => Readable.from([bytesOf(key)]) }

class FailingStorage extends MemoryStorage {
  readonly #error: Error

  constructor(error: Error) {
    super()
    this.#error = error
  }

  override async put(key: string, bytes: Readable | Uint8Array): Promise<number> {
    if (key === 'master.wav') throw this.#error
    return super.put(key, bytes)
  }
}

test('a store that is full ends the copying, though smaller files would still fit', async () => {
  await expect(copyFiles(new MemoryStorage({ capacityBytes: 1000 }), source, () => undefined)).rejects.toThrow(
    StorageFull,
  )
})

test.each([
  ['could not keep what was written', new StorageBroken(new Error('EIO')), StorageBroken],
  ['does not answer', new StorageAway(new Error('connect ECONNREFUSED')), StorageAway],
])('so does one that %s', async (_, error, kind) => {
  await expect(copyFiles(new FailingStorage(error), source, () => undefined)).rejects.toThrow(kind)
})

test('a file that cannot be read is named, and the others are copied', async () => {
  const storage = new MemoryStorage()
  const readFile = (key: string) =>
    key === 'master.wav' ? Promise.reject(new Error('unreadable')) : source.readFile(key)
  expect(await copyFiles(storage, { files, readFile }, () => undefined)).toEqual(['master.wav'])
  expect((await Array.fromAsync(storage.list(''))).map(({ key }) => key)).toEqual(['cover.png', 'mix.wav'])
})
