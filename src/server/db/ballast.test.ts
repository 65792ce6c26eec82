import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Ballast } from './ballast.ts'

const free = vi.hoisted(() => ({ bytes: 1e9 }))
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  statfsSync: () => ({ bavail: free.bytes, bsize: 1 }),
}))

let folder: string
beforeEach(() => {
  free.bytes = 1e9
  folder = mkdtempSync(join(tmpdir(), 'roughmix-ballast-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('room is kept aside in full, and no draft of it is left', async () => {
  const ballast = new Ballast(folder, 3)
  expect(ballast.missingBytes).toBe(3 * 1024 * 1024)
  await ballast.keepAside()
  expect([statSync(join(folder, 'ballast')).size, ballast.missingBytes, readdirSync(folder)]).toEqual([
    3 * 1024 * 1024,
    0,
    ['ballast'],
  ])
})

test('it is given up once, when little is free, also by a server that found it there', async () => {
  await new Ballast(folder, 1).keepAside()
  const ballast = new Ballast(folder, 1)
  expect([ballast.giveUpIfShort(), readdirSync(folder)]).toEqual([false, ['ballast']])
  free.bytes = 1e6
  expect([ballast.giveUpIfShort(), ballast.giveUpIfShort(), readdirSync(folder)]).toEqual([true, false, []])
  expect(ballast.missingBytes).toBe(1024 * 1024)
})

test('another size than before is made anew', async () => {
  await new Ballast(folder, 1).keepAside()
  expect(new Ballast(folder, 2).missingBytes).toBe(2 * 1024 * 1024)
})
