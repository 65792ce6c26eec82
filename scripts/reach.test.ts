import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOOKS_AROUND, reachOf } from './reach.ts'

test('a screen reaches every journey, and of the other tests those that import it', () => {
  expect(reachOf(['src/features/notes/web/card/NoteCard.tsx', 'src/web/ui/Button.module.css'])).toEqual({
    code: 'importers',
    journeys: 'all',
  })
})

test('a test reaches itself, a rig those that import it', () => {
  for (const path of ['src/features/notes/server/notes.test.ts', 'src/testing/world.ts', 'e2e/openings.ts'])
    expect(reachOf([path])).toEqual({ code: 'importers', journeys: 'importers' })
})

test('a page of the documents reaches no journey, only what compares pages with the repository', () => {
  expect(reachOf(['README.md', 'docs/scaling.md'])).toEqual({ code: 'importers', journeys: 'none' })
  expect(existsSync(LOOKS_AROUND)).toBe(true)
})

test('what both sides know, what is built with, and what nobody thought of reach everything', () => {
  for (const path of [
    'src/features/notes/notes.contract.ts',
    'src/features/notes/server/notes.queries.ts',
    'src/audio/mixer.ts',
    'src/shared/units.ts',
    'fixtures/audio/make.ts',
    'cli/source/push.js',
    'package-lock.json',
    'vitest.config.ts',
    'something-new',
  ])
    expect(reachOf(['README.md', path]), path).toEqual({ code: 'all', journeys: 'all' })
})

test('no change reaches nothing', () => {
  expect(reachOf([])).toEqual({ code: 'none', journeys: 'none' })
})
