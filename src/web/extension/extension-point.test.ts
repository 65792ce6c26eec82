import { expect, test } from 'vitest'
import { definePoint, joinContributions, loadWith } from './extension-point.ts'

const late = (word: string) => async () => (name: string) => `${word} ${name}`

test('what features add stands in their order, unless one says otherwise', async () => {
  const point = definePoint<string, string>()
  joinContributions([
    point.added(late('notes of')),
    point.added(late('tasks of')),
    point.addedAtOnce((name) => `stars of ${name}`, -1),
  ])
  await point.load()
  expect(point.useParts('Kite')).toEqual(['stars of Kite', 'notes of Kite', 'tasks of Kite'])
})

test('a screen comes together with what is added to it', async () => {
  const point = definePoint<string, string>()
  joinContributions([point.added(late('notes of'))])
  expect(await loadWith(Promise.resolve('the screen'), [point])).toBe('the screen')
  expect(point.useParts('Kite')).toEqual(['notes of Kite'])
})

test('joined again, nothing stands there twice', () => {
  const point = definePoint<null, string>()
  const contributions = [point.addedAtOnce(() => 'once')]
  joinContributions(contributions)
  joinContributions(contributions)
  expect(point.useParts(null)).toEqual(['once'])
})
