import { describe, expect, test } from 'vitest'
import { BUILT_IN_KEYS } from './key-map.ts'
import { comboOf, isOwned, meaningOf, type PageKey } from './page-keys.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  comboOf({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more })

describe('a press is written as bindings write it', () => {
  test.each([
    ['k', {}, 'K'],
    [' ', {}, 'Space'],
    ['V', { shiftKey: true }, 'Shift+V'],
    ['ArrowLeft', { shiftKey: true }, 'Shift+ArrowLeft'],
    ['ArrowLeft', { altKey: true }, 'Alt+ArrowLeft'],
    ['?', { shiftKey: true }, '?'],
    ['+', { shiftKey: true }, '+'],
    ['−', {}, '-'],
    ['2', {}, '2'],
  ])('%s', (key, more, combo) => {
    expect(press(key, more)).toBe(combo)
  })

  test.each([
    ['л', 'KeyK', {}, 'K'],
    ['Ф', 'KeyA', { shiftKey: true }, 'Shift+A'],
    ['κ', 'KeyK', {}, 'K'],
    ['ש', 'KeyA', {}, 'A'],
    ['х', 'BracketLeft', {}, '['],
    ['a', 'KeyQ', {}, 'A'],
    ['é', 'Digit2', {}, 'É'],
    ['.', 'Slash', {}, '.'],
  ])('on whatever layout: %s on %s', (key, code, more, combo) => {
    expect(press(key, { code, ...more })).toBe(combo)
  })

  test('with Ctrl or Command it is the browser’s', () => {
    expect(press('k', { ctrlKey: true })).toBeUndefined()
    expect(press('l', { metaKey: true })).toBeUndefined()
  })
})

describe('the focused control comes first', () => {
  test('typing and dialogs keep every key', () => {
    expect(['K', 'Space', '?', 'ArrowLeft'].every((key) => isOwned('everything', key))).toBe(true)
  })

  test('a button keeps the keys that press it, a slider those that move it', () => {
    expect(['Space', 'Enter', 'K', 'ArrowLeft'].map((key) => isOwned('button', key))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(['ArrowLeft', 'Shift+ArrowLeft', 'Home', 'K', '+'].map((key) => isOwned('slider', key))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  test('a slider leaves Space and Enter to the page, a tab or radio button does not', () => {
    expect(['Space', 'Enter', 'Shift+Enter'].map((key) => isOwned('slider', key))).toEqual([false, false, false])
    expect(['Space', 'Enter', 'ArrowLeft'].map((key) => isOwned('mover', key))).toEqual([true, true, true])
  })

  test('an empty page keeps none', () => {
    expect(['Space', 'ArrowLeft', 'K'].some((key) => isOwned('page', key))).toBe(false)
  })
})

test('a key that yields means something where nothing else is bound to it', () => {
  const key = (label: string, yields: boolean): PageKey => ({
    keys: ['R'],
    label,
    group: 'This page',
    yields,
    run: () => undefined,
  })
  const [ofNote, ofSelection] = [key('Repeat the note', true), key('Loop', false)]
  expect(meaningOf([ofNote, ofSelection], BUILT_IN_KEYS, { combo: 'R' })).toBe(ofSelection)
  expect(meaningOf([ofNote], BUILT_IN_KEYS, { combo: 'R' })).toBe(ofNote)
})

describe('a pair of keys', () => {
  const key = (...keys: readonly string[]): PageKey => ({
    keys,
    label: keys.join(' '),
    group: 'Go to',
    run: () => undefined,
  })
  const [goProjects, previousNote] = [key('G P'), key('P')]
  const keys = [goProjects, previousNote]

  test('goes where its second key by itself means something else', () => {
    expect(meaningOf(keys, BUILT_IN_KEYS, { combo: 'G' })).toBe('half')
    expect(meaningOf(keys, BUILT_IN_KEYS, { combo: 'P', before: 'G' })).toBe(goProjects)
    expect(meaningOf(keys, BUILT_IN_KEYS, { combo: 'P' })).toBe(previousNote)
    expect(meaningOf(keys, BUILT_IN_KEYS, { combo: 'P', before: 'X' })).toBe(previousNote)
  })

  test('rests with single keys, and gives way to whoever set its first key for something', () => {
    expect(meaningOf(keys, { ...BUILT_IN_KEYS, single: false }, { combo: 'G' })).toBeUndefined()
    expect(meaningOf(keys, { single: true, bindings: { P: ['G'] } }, { combo: 'G' })).toBe(previousNote)
  })
})
