import { existsSync } from 'node:fs'
import { mkdtempSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { childScript, isUpToDate } from '#server/media/child-script.ts'

let folder: string
let built: URL
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roughmix-children-'))
  for (const name of ['built', 'src']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'src/decoder.ts'), '')
  writeFileSync(join(folder, 'built/sources.json'), '["../src/decoder.ts"]')
  built = pathToFileURL(join(folder, 'built/'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (path: string, seconds: number) => utimesSync(join(folder, path), seconds, seconds)

test('what was built is used as long as no source is newer', () => {
  at('built/sources.json', 1000)
  at('src/decoder.ts', 999)
  expect(isUpToDate(built)).toBe(true)
  at('src/decoder.ts', 1001)
  expect(isUpToDate(built)).toBe(false)
})

test('and where there are no sources, as in a package', () => {
  rmSync(join(folder, 'src'), { recursive: true })
  expect(isUpToDate(built)).toBe(true)
})

test('a list that is missing or damaged is no build', () => {
  writeFileSync(join(folder, 'built/sources.json'), '{"cut')
  expect(isUpToDate(built)).toBe(false)
  rmSync(join(folder, 'built/sources.json'))
  expect(isUpToDate(built)).toBe(false)
})

test.for(['media-child', 'measure-child', 'rendition-child'] as const)('%s is there', (program) => {
  expect(existsSync(childScript(program))).toBe(true)
})
