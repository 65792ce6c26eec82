import { expect, test } from 'vitest'
import type { Change } from '#audio/comparison-result.ts'
import { wholeView } from '#web/waveform/view/wave-view.ts'
import { placeMarks } from './mark-places.ts'

const view = wholeView(100 * 48_000, 48_000, 1000)
const muted = (from: number): Change => ({ kind: 'muted', from, to: from + 1, low: null, high: null, decibels: null })

test('a mark stands where its change begins', () => {
  expect(placeMarks([muted(20)], view)).toMatchObject([{ label: 'Muted', left: 200 }])
})

test('where two have no room the bigger one has it, though it comes later', () => {
  expect(placeMarks([muted(20), { ...muted(21), to: 30 }], view).map(({ left }) => left)).toEqual([210])
})

test('marks never cover each other: of equal ones the earlier stays', () => {
  expect(placeMarks([muted(20), muted(21), muted(40)], view).map(({ left }) => left)).toEqual([200, 400])
})

test('at the right edge a mark leans to the left, and what is out of view has none', () => {
  const [last] = placeMarks([muted(99.9)], view)
  expect(last?.left).toBeLessThan(960)
  expect(placeMarks([muted(20)], { ...view, startFrame: 30 * 48_000 })).toEqual([])
})

test('a mark may grow up to the next one, or to the edge', () => {
  expect(placeMarks([muted(20), muted(40)], view)).toMatchObject([
    { left: 200, maxWidthPx: 196 },
    { left: 400, maxWidthPx: 600 },
  ])
})

test('in a wave narrower than its words a mark begins at the left edge', () => {
  expect(placeMarks([muted(2)], { ...view, widthPx: 40 })).toMatchObject([{ left: 0, maxWidthPx: 40 }])
})
