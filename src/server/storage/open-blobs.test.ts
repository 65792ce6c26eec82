import { readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpenBlobs } from './open-blobs.ts'
import type { LocalBlob } from './storage.ts'

let folder: string
let blobs: OpenBlobs
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roughmix-open-'))
  blobs = new OpenBlobs()
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
async function textOf(blob: LocalBlob): Promise<string> {
  const buffer = Buffer.alloc(100)
  return buffer.toString('utf8', 0, await blob.read(buffer, 0, 100))
}
/** Open descriptors of files in the folder. */
const open = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

test('two readers share one descriptor, which stays open for the next', async () => {
  const path = await file('a', 'first')
  const [one, other] = await Promise.all([blobs.open(path), blobs.open(path)])
  expect([await textOf(one), await textOf(other), open()]).toEqual(['first', 'first', 1])
  one.close()
  other.close()
  expect(open()).toBe(1)
  const again = await blobs.open(path)
  expect([await textOf(again), open()]).toEqual(['first', 1])
  again.close()
})

test('size and date are known of what is open, and of nothing else', async () => {
  const path = await file('a', 'first')
  expect(blobs.facts(path)).toBeUndefined()
  const blob = await blobs.open(path)
  expect(blobs.facts(path)).toMatchObject({ sizeBytes: 5 })
  blob.close()
  blobs.forget(path)
  expect(blobs.facts(path)).toBeUndefined()
})

test('after a replacement new readers get the new bytes, and a reader finishes with the former ones', async () => {
  const path = await file('a', 'first')
  const before = await blobs.open(path)
  await rename(await file('b', 'second one'), path)
  blobs.forget(path)
  const after = await blobs.open(path)
  expect([await textOf(before), await textOf(after)]).toEqual(['first', 'second one'])
  expect(blobs.facts(path)).toMatchObject({ sizeBytes: 10 })
  before.close()
  await vi.waitFor(() => expect(open()).toBe(1))
  after.close()
})

test('a removal while a file is being opened does not leave it to later readers', async () => {
  const path = await file('a', 'first')
  const opening = blobs.open(path)
  blobs.forget(path)
  const blob = await opening
  expect(blobs.facts(path)).toBeUndefined()
  blob.close()
  await vi.waitFor(() => expect(open()).toBe(0))
})

test('what is not there is refused each time, until it is there', async () => {
  const path = join(folder, 'later')
  await expect(blobs.open(path)).rejects.toMatchObject({ code: 'ENOENT' })
  await file('later', 'now')
  const blob = await blobs.open(path)
  expect(await textOf(blob)).toBe('now')
  blob.close()
})

test('files that nobody reads are closed after a while, those that are read are not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const [left, read] = [await blobs.open(await file('a', 'left')), await blobs.open(await file('b', 'read'))]
  left.close()
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(open()).toBe(1))
  expect(await textOf(read)).toBe('read')
  read.close()
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(open()).toBe(0))
})

test('at most 64 unread files stay open', async () => {
  for (let i = 0; i < 70; i++) (await blobs.open(await file(`file-${i}`, 'x'))).close()
  await vi.waitFor(() => expect(open()).toBe(64))
})
