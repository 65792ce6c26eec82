import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkshop, withFolder } from './workshop.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'roughmix-workshop-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('what the dead have left is cleared, what the living work on is not', async () => {
  mkdirSync(join(dataDir, 'tmp', 'dead', 'analysis-1'), { recursive: true })
  writeFileSync(join(dataDir, 'tmp', 'dead', 'held'), '')
  writeFileSync(join(dataDir, 'tmp', 'stray'), '')
  const one = await openWorkshop(dataDir)
  const two = await openWorkshop(dataDir)
  expect(
    readdirSync(join(dataDir, 'tmp'))
      .map((name) => join(dataDir, 'tmp', name))
      .toSorted(),
  ).toEqual([one.folder, two.folder].toSorted())
  await one.close()
  await two.close()
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([])
})

test('many that start at once have one each', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => openWorkshop(dataDir)))
  expect(readdirSync(join(dataDir, 'tmp')).toSorted()).toEqual(all.map(({ folder }) => folder.slice(-26)).toSorted())
  for (const one of all) await one.close()
})

test('a piece of work leaves nothing behind, also when it fails', async () => {
  const { folder, close } = await openWorkshop(dataDir)
  const work = withFolder(folder, 'analysis', async (its) => {
    writeFileSync(join(its, 'stream.flac'), 'sound')
    throw new Error('the decoder fell over')
  })
  await expect(work).rejects.toThrow('fell over')
  expect(readdirSync(folder)).toEqual(['held'])
  await close()
})
