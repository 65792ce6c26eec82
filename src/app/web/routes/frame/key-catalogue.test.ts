import { expect, test } from 'vitest'
import { commandOf } from '#web/ui/keys/key-map.ts'
import { keyCatalogue } from './key-catalogue.ts'

const catalogue = await keyCatalogue()
const placed = catalogue.flatMap(({ keys, place = 'page' }) => keys.map((key) => `${place} ${key}`))

test('the keys of playing, notes, comparing and tasks can all be set', () => {
  const player = [
    'Space',
    'K',
    'J',
    'L',
    'ArrowLeft',
    'Shift+ArrowLeft',
    'Alt+ArrowLeft',
    'Home',
    'End',
    'I',
    'O',
    'M',
    '[',
    ']',
    '+',
    '-',
    'V',
    'Shift+V',
    'U',
    '.',
    '/',
    '?',
    'G P',
    'G T',
    'G I',
  ]
  const deck = ['1', '2', '3', '4', '`', '=', 'D', 'B']
  const notes = ['C', 'H', 'N', 'P', 'X', 'Shift+X', 'T', 'R']
  for (const key of [...player, ...notes, ...deck]) expect(placed).toContain(`page ${key}`)
  for (const key of ['X', 'A', 'E', 'F', 'V', '1', '2', '3', '4']) expect(placed).toContain(`tasks ${key}`)
})

test('no key has two meanings in one place, and no two commands one name', () => {
  const twice = (all: readonly string[]) => all.filter((one, i) => all.indexOf(one) !== i)
  expect(twice(placed)).toEqual([])
  expect(twice(catalogue.map(commandOf))).toEqual([])
})
