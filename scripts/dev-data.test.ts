import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdFile } from '#server/process/process-lock.ts'
import { deleteData } from './dev-data.ts'

let clone: string
let folder: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'roughmix-clone-'))
  folder = join(clone, 'dev-data')
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', 'kiln.wav'), 'a bounce')
})
afterEach(() => rmSync(clone, { recursive: true }))

test('the data of development is deleted, and nothing beside it', () => {
  mkdirSync(join(clone, 'data'))
  deleteData(folder)
  expect([existsSync(folder), existsSync(join(clone, 'data'))]).toEqual([false, true])
})

test('it stays while a server runs on it', () => {
  const server = holdFile(join(folder, 'roughmix.lock'))
  expect(() => deleteData(folder)).toThrow('A server runs on')
  expect(existsSync(join(folder, 'files', 'kiln.wav'))).toBe(true)
  server?.release()
  deleteData(folder)
  expect(existsSync(folder)).toBe(false)
})

test('a clone that was never started has none, which is fine', () => {
  expect(() => deleteData(join(clone, 'nothing'))).not.toThrow()
})
