import { expect, test } from 'vitest'
import { BUILT_IN_KEYS, isSingle, keysIn } from './key-map.ts'
import { shownKeys } from './key-words.ts'
import { bindKey, isChanged, knownCommands, ownerOf, resetKey } from './known-keys.ts'

const play = { keys: ['Space', 'K'], label: 'Play', group: 'Listening' }
const mute = { keys: ['M'], label: 'Mute', group: 'Listening' }
const back = { keys: ['J'], label: 'Back', group: 'Listening' }
const commands = [play, mute, back]

test('a command gets a key in place of those it had', () => {
  const map = bindKey(BUILT_IN_KEYS, commands, mute, 'P')
  expect(keysIn(map, mute)).toEqual(['P'])
  expect(keysIn(map, play)).toEqual(['Space', 'K'])
  expect(ownerOf(map, commands, back, 'M')).toBeUndefined()
})

test('a key that somebody has is taken from them, and only that one', () => {
  expect(ownerOf(BUILT_IN_KEYS, commands, mute, 'K')).toBe(play)
  const map = bindKey(BUILT_IN_KEYS, commands, mute, 'K')
  expect(keysIn(map, play)).toEqual(['Space'])
  expect(ownerOf(map, commands, play, 'K')).toBe(mute)
  expect(ownerOf(map, commands, mute, 'K')).toBeUndefined()
})

test('going back to the built-in key takes it back from whoever has it now', () => {
  const map = bindKey(bindKey(BUILT_IN_KEYS, commands, mute, 'P'), commands, back, 'M')
  const again = resetKey(map, commands, mute)
  expect([keysIn(again, mute), keysIn(again, back)]).toEqual([['M'], []])
  expect([mute, back].map((command) => isChanged(again, command))).toEqual([false, true])
})

test('what is bound back by hand to its built-in keys counts as unchanged', () => {
  const map = bindKey(bindKey(BUILT_IN_KEYS, commands, mute, 'P'), commands, mute, 'M')
  expect(map).toEqual(BUILT_IN_KEYS)
})

test('without single keys, letters and signs rest; arrows, Space and combinations with Alt work', () => {
  expect(['K', '?', '[', 'Shift+Y', '+', '1'].every(isSingle)).toBe(true)
  expect(['Space', 'ArrowLeft', 'Shift+ArrowLeft', 'Alt+X', 'Escape', 'Home'].some(isSingle)).toBe(false)
  expect(keysIn({ single: false, bindings: {} }, play)).toEqual(['Space'])
})

test('commands of the page join the listed ones, each once; what a list does itself is left out', () => {
  const onPage = [
    { ...mute, run: () => {} },
    { keys: ['Z'], label: 'Zoom', group: 'Page', run: () => {} },
    { keys: ['J'], label: 'Next row', group: 'List' },
  ]
  expect(knownCommands(commands, onPage).map(({ label }) => label)).toEqual(['Play', 'Mute', 'Back', 'Zoom'])
})

test('a list’s own keys may be the same as the player’s: neither takes them from the other', () => {
  const next = { keys: ['J'], place: 'tasks', label: 'Next task', group: 'Focused task' }
  const fixed = { keys: ['X'], place: 'tasks', label: 'Fixed', group: 'Focused task' }
  const all = [...commands, next, fixed]
  const map = bindKey(BUILT_IN_KEYS, all, fixed, 'M')
  expect([ownerOf(BUILT_IN_KEYS, all, fixed, 'M'), ownerOf(BUILT_IN_KEYS, all, fixed, 'J')]).toEqual([undefined, next])
  expect([keysIn(map, mute), keysIn(map, fixed)]).toEqual([['M'], ['M']])
  expect(bindKey(BUILT_IN_KEYS, all, back, 'P').bindings).toEqual({ J: ['P'] })
  expect(knownCommands(commands, [next])).toContain(next)
})

test('Escape ends things everywhere and is not listed for change', () => {
  expect(knownCommands([], [{ keys: ['Escape'], label: 'Close', group: 'Page', run: () => {} }])).toEqual([])
})

test('a button’s tooltip names the key one has', () => {
  const map = { single: true, bindings: { J: ['Shift+ArrowLeft'], '-': [] } }
  expect([shownKeys('J', map), shownKeys('L', map), shownKeys('−', map), shownKeys('Shift F', map)]).toEqual([
    'Shift ←',
    'L',
    undefined,
    'Shift F',
  ])
})
