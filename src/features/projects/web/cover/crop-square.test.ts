import { expect, test } from 'vitest'
import { cropSquare, movedCrop, wholeCrop } from './crop-square.ts'

const wide = { width: 400, height: 200 }

test('the first square is the middle of the picture, as large as it goes', () => {
  expect(cropSquare(wide, wholeCrop)).toEqual({ left: 100, top: 0, side: 200 })
})

test('zoomed in it is smaller, around the same place', () => {
  expect(cropSquare(wide, { ...wholeCrop, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 })
})

test.each([
  ['left', { x: 1, y: 0 }, { left: 0, top: 0 }],
  ['right', { x: -1, y: 0 }, { left: 200, top: 0 }],
  ['up, where there is no more', { x: 0, y: 1 }, { left: 100, top: 0 }],
])('dragged to the %s it stays within the picture', (_, by, at) => {
  expect(cropSquare(wide, movedCrop(wide, wholeCrop, by))).toMatchObject(at)
})

test('a drag beyond the edge is not remembered: the way back is felt at once', () => {
  const beyond = movedCrop(wide, wholeCrop, { x: 5, y: 0 })
  expect(cropSquare(wide, movedCrop(wide, beyond, { x: -0.1, y: 0 }))).toMatchObject({ left: 20 })
})
