import { expect, test } from 'vitest'
import { turnedSegments } from '#audio/segment-map.ts'
import { foundMap } from './deck-map.ts'
import { rowSeams } from './row-seams.ts'

const part = (from: number, to: number, at: number) => ({ from, to, at, rate: 1, isExact: true, isSure: true })
const v4 = { index: 0, name: 'v4', totalFrames: 6000 }
const v5 = { index: 1, name: 'v5', totalFrames: 5200 }
const cut = foundMap([part(0, 24, 0), part(32, 60, 24)], 100)

test('what was cut out is a stretch of the first; what was added is a line in it', () => {
  expect(rowSeams(cut, [v4, v5], 100)).toEqual([{ at: 24, until: 32, source: 0, own: 24, length: 8, name: 'v4' }])
  const turned = [
    { ...v5, index: 0 },
    { ...v4, index: 1 },
  ] as const
  expect(rowSeams(turnedSegments(cut), turned, 100)).toEqual([
    { at: 24, until: 24, source: 1, own: 24, length: 8, name: 'v4' },
  ])
})

test('a longer end is in one of them alone; a hundredth of a second is not told', () => {
  const same = foundMap([part(0, 52, 0)], 100)
  expect(rowSeams(same, [v4, v5], 100)).toMatchObject([{ at: 52, until: 60, length: 8, name: 'v4' }])
  expect(rowSeams(same, [{ ...v4, totalFrames: 5202 }, v5], 100)).toEqual([])
})
