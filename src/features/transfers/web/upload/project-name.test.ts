import { expect, test } from 'vitest'
import { projectName } from './project-name.ts'

test.each([
  ['one bounce', ['Glasshouse_mix7_48k24.wav'], 'Glasshouse'],
  ['two bounces of one piece', ['Salt_v3.wav', 'Salt_v4.wav'], 'Salt'],
  ['a record by its name', ['Low Tide - Salt.wav', 'Low Tide - Kite mix2.wav'], 'Low Tide'],
  ['nothing, where names have nothing in common', ['Salt.wav', 'Kite.wav'], ''],
  ['nothing, where they have half a word in common', ['Saltwater.wav', 'Salt.wav'], ''],
  ['a bracket that would stay open', ['Salt (Reprise).wav', 'Salt (Live).wav'], 'Salt'],
])('a project is named after %s', (_, names, expected) => {
  expect(projectName(names.map((name) => ({ name })))).toBe(expected)
})

test('a project is named after the folder that was dropped', () => {
  expect(
    projectName([
      { name: 'Salt.wav', folder: 'Low_Tide EP' },
      { name: 'Kite.wav', folder: 'Low_Tide EP' },
    ]),
  ).toBe('Low Tide EP')
})

test('two folders have no name in common', () => {
  expect(
    projectName([
      { name: 'Salt.wav', folder: 'A' },
      { name: 'Salt v2.wav', folder: 'B' },
    ]),
  ).toBe('Salt')
})

test('no file makes no name', () => expect(projectName([])).toBe(''))
