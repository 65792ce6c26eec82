import { expect, test } from 'vitest'
import { definePoint, joinContributions } from './extension-point.ts'

const late = (word: string) => async () => ({ default: (name: string) => `${word} ${name}` })

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

test('who has nothing to add this time leaves no hole', () => {
  const point = definePoint<number, string>()
  joinContributions([point.addedAtOnce((count) => (count > 1 ? 'many' : undefined)), point.addedAtOnce(() => 'always')])
  expect([point.useParts(1), point.useParts(2)]).toEqual([['always'], ['many', 'always']])
})

test('joined again, nothing stands there twice', () => {
  const point = definePoint<null, string>()
  const contributions = [point.addedAtOnce(() => 'once')]
  joinContributions(contributions)
  joinContributions(contributions)
  expect(point.useParts(null)).toEqual(['once'])
})
