import { mkdtemp, readFile, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { DiskStorage, VolumeMissing } from './disk.storage.ts'
import { storageSuite } from './storage.test-suite.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function opened(): Promise<{ storage: DiskStorage; root: string }> {
  const root = join(await mkdtemp(join(tmpdir(), 'roughmix-disk-')), 'files')
  folders.push(join(root, '..'))
  const storage = new DiskStorage(root, newId)
  await storage.open({ isNew: true })
  return { storage, root }
}

describe('files on the disk', () => {
  storageSuite(async () => {
    const { storage, root } = await opened()
    return {
      storage,
      async restart() {
        const again = new DiskStorage(root, newId)
        await again.open({ isNew: false })
        return again
      },
    }
  })

  test('an original is a plain file that a person can find', async () => {
    const { storage, root } = await opened()
    const upload = {
      id: 'u1',
      key: 'projects/p/t/v/Mix 3.wav',
      ref: await storage.beginParts('u1', 'projects/p/t/v/Mix 3.wav', 3),
    }
    await storage.appendPart(upload, 0, Readable.from([Buffer.from('abc')]))
    await storage.finishParts(upload, 3)
    expect(await readFile(join(root, 'projects', 'p', 't', 'v', 'Mix 3.wav'), 'utf8')).toBe('abc')
    expect(await readdir(join(root, '.parts'))).toEqual([])
  })

  test.each(['cut short', 'gone'])(
    'a file that is %s after it was put in its place can be sent again',
    async (harm) => {
      const { storage, root } = await opened()
      const upload = {
        id: 'u1',
        key: 'projects/p/t/v/a.wav',
        ref: await storage.beginParts('u1', 'projects/p/t/v/a.wav', 6),
      }
      await storage.appendPart(upload, 0, Readable.from([Buffer.from('abcdef')]))
      await storage.finishParts(upload, 6)
      const path = join(root, upload.key)
      await (harm === 'gone' ? rm(path) : truncate(path, 2))
      const present = await storage.partBytes(upload)
      expect(present).toBe(harm === 'gone' ? 0 : 2)
      await storage.appendPart(upload, present, Readable.from([Buffer.from('abcdef'.slice(present))]))
      await storage.finishParts(upload, 6)
      expect(await readFile(path, 'utf8')).toBe('abcdef')
    },
  )

  test('removing the last file of a project takes its empty folders along', async () => {
    const { storage, root } = await opened()
    await storage.put('projects/p/t/v/a.wav', Buffer.from('a'))
    await storage.remove('projects/p/t/v/a.wav')
    expect((await readdir(root)).sort()).toEqual(['.parts', '.roughmix-volume'])
  })

  test('a volume that is not mounted is noticed at the start and while running', async () => {
    const { storage, root } = await opened()
    await rm(join(root, '.roughmix-volume'))
    await expect(storage.check()).rejects.toBeInstanceOf(VolumeMissing)
    await expect(new DiskStorage(root, newId).open({ isNew: false })).rejects.toBeInstanceOf(VolumeMissing)
  })

  test('a hundred writers and removers in one folder do not trip over each other', async () => {
    const { storage } = await opened()
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        await storage.put(`projects/p/t/v/${i}.wav`, Buffer.from(String(i)))
        await storage.remove(`projects/p/t/v/${i}.wav`)
      }),
    )
    expect(await Array.fromAsync(storage.list(''))).toEqual([])
  })

  test('the first byte alone can be read', async () => {
    const { storage } = await opened()
    await storage.put('projects/p/a.wav', Buffer.from('0123'))
    expect((await buffer(await storage.read('projects/p/a.wav', { start: 0, end: 0 }))).toString()).toBe('0')
  })

  test('others on the machine cannot read what it stores', async () => {
    const { storage, root } = await opened()
    await storage.put('projects/p/a.wav', Buffer.from('a'))
    expect((await stat(join(root, 'projects/p/a.wav'))).mode & 0o007).toBe(0)
  })
})
