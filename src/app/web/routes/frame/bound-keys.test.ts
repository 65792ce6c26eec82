import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { deckCommands } from '#features/comparisons/web/deck/use-deck-keys.ts'
import { togetherKey } from '#web/together/together-key.ts'
import { goCommands } from './go-keys.ts'
import { keyCatalogue } from './key-catalogue.ts'

/** Keys that pages bind and nobody can change, each with its reason. */
const FIXED: Readonly<Record<string, string>> = {
  Escape: 'closes or clears, as everywhere',
  ArrowDown: 'goes through a list',
  ArrowUp: 'goes through a list',
}
/** One definition serves the catalogue and the page, which spreads it into what it binds. */
const SHARED = [...Object.values(deckCommands).flat(), togetherKey, ...goCommands]
/** A blind test has keys of its own while it runs. */
const OWN_KEYS = ['AbxPanel.tsx', 'PreferencePanel.tsx']

interface BoundKey {
  readonly file: string
  readonly key: string
}

/** Every `keys: ['…']` in the source with a `run` beside it: what a page really listens to. */
const bound: readonly BoundKey[] = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.|gallery/.test(path) && !OWN_KEYS.includes(basename(path)))
  .flatMap((path) => {
    const lists = readFileSync(path, 'utf8').matchAll(
      /\bkeys: \[((?:'[^']*'(?:, )?)+)\](?:(?!keys:)[^]){0,160}?\brun\b/g,
    )
    return [...lists].flatMap(([, list = '']) =>
      [...list.matchAll(/'([^']*)'/g)].map(([, key = '']) => ({
        file: basename(path),
        key: key.replace('\\\\', '\\'),
      })),
    )
  })
const catalogue = await keyCatalogue()

test('a key that a page listens to can be set: it is in the `keys` of a manifest', () => {
  const listed = new Set(catalogue.flatMap(({ keys }) => keys))
  const forgotten = bound.filter(({ key }) => !(key in FIXED) && !listed.has(key))
  expect(forgotten).toEqual([])
})

test('a key that can be set does something: a page listens to it', () => {
  const heard = new Set([...bound.map(({ key }) => key), ...SHARED.flatMap(({ keys }) => [...keys])])
  const dead = catalogue.filter(({ place = 'page', keys }) => place === 'page' && !keys.some((key) => heard.has(key)))
  expect(dead.map(({ keys, label }) => `${keys.join(' ')}: ${label}`)).toEqual([])
})
