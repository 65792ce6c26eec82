import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { MemoryStorage } from './memory.storage.ts'
import { StorageFull } from './storage.ts'
import { storageSuite } from './storage.test-suite.ts'

describe('files in memory', () => {
  storageSuite(async () => {
    const storage = new MemoryStorage()
    return { storage, restart: () => Promise.resolve(storage) }
  })

  test('a full store refuses and says so', async () => {
    const storage = new MemoryStorage({ capacityBytes: 10 })
    await storage.put('a/b', Buffer.from('12345678'))
    await expect(storage.put('a/c', Buffer.from('123'))).rejects.toBeInstanceOf(StorageFull)
    const upload = { id: 'u', key: 'a/d', ref: await storage.beginParts('u', 'a/d', 5) }
    await expect(
      storage.appendPart(upload, 0, Readable.from([Buffer.from('1'), Buffer.from('2345')])),
    ).rejects.toBeInstanceOf(StorageFull)
    expect(await storage.partBytes(upload)).toBeLessThan(5)
  })
})
