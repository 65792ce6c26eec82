import { expect, test } from 'vitest'
import { linesUpWords } from './deck-words.ts'

test('a source that lines up as a whole needs no words', () => {
  expect(linesUpWords('all')).toBeUndefined()
})

test('a source that was not found against the first plays from its beginning', () => {
  expect(linesUpWords('unknown')).toEqual({
    label: 'Not lined up',
    hint: 'We could not line it up with A: both play from the start.',
  })
})

test('a source that drifts is not said to play from its beginning: it has the best offset', () => {
  expect(linesUpWords([])).toEqual({
    label: 'Roughly lined up',
    hint: 'No single offset is sure to be right for all of it. This is the best one found.',
  })
})

test('what is sure of a cut song is said without claiming that the rest is elsewhere', () => {
  const spans = [
    { from: 0, to: 17 },
    { from: 20, to: 21 },
    { from: 30, to: 50 },
    { from: 60, to: 90 },
  ]
  expect(linesUpWords(spans)?.hint).toBe(
    'Lines up with A in 0:00–0:17, 0:30–0:50, 1:00–1:30. Elsewhere the two may play different parts of the song.',
  )
})
