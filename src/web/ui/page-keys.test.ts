import { describe, expect, test } from 'vitest'
import { comboOf, isOwned } from './page-keys.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) => comboOf({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more })

describe('a press is written as bindings write it', () => {
  test.each([['k', {}, 'K'], [' ', {}, 'Space'], ['V', { shiftKey: true }, 'Shift+V'], ['ArrowLeft', { shiftKey: true }, 'Shift+ArrowLeft'], ['ArrowLeft', { altKey: true }, 'Alt+ArrowLeft'], ['?', { shiftKey: true }, '?'], ['+', { shiftKey: true }, '+'], ['−', {}, '-'], ['2', {}, '2']])('%s', (key, more, combo) => {
    expect(press(key, more)).toBe(combo)
  })

  test.each([['л', 'KeyK', {}, 'K'], ['Ф', 'KeyA', { shiftKey: true }, 'Shift+A'], ['κ', 'KeyK', {}, 'K'], ['ש', 'KeyA', {}, 'A'], ['х', 'BracketLeft', {}, '['], ['a', 'KeyQ', {}, 'A'], ['é', 'Digit2', {}, 'É'], ['.', 'Slash', {}, '.']])('on whatever layout: %s on %s', (key, code, more, combo) => {
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
    expect(['Space', 'Enter', 'K', 'ArrowLeft'].map((key) => isOwned('button', key))).toEqual([true, true, false, false])
    expect(['ArrowLeft', 'Shift+ArrowLeft', 'Home', 'K', '+'].map((key) => isOwned('mover', key))).toEqual([true, true, true, false, false])
  })

  test('an empty page keeps none', () => {
    expect(['Space', 'ArrowLeft', 'K'].some((key) => isOwned('page', key))).toBe(false)
  })
})
