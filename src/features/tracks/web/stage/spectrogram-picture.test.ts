import { expect, test } from 'vitest'
import { columnsUnder, frequencyHeight, paintColumn, shades, spectrogramLevel } from './spectrogram-picture.ts'

const levels = [1024, 4096, 16_384].map((framesPerColumn, i) => ({
  framesPerColumn,
  columns: 10_000 / 4 ** i,
  byteOffset: 0,
}))
const header = { floor: -120, ceiling: 0, lowest: 20, highest: 20_000 }

test('the level fits the zoom', () => {
  expect([100, 900, 3000, 5000, 1e6].map((framesPerPx) => spectrogramLevel(levels, framesPerPx))).toEqual([
    0, 0, 1, 1, 2,
  ])
})

test('each pixel shows the column under it, and nothing outside the recording', () => {
  const level = { framesPerColumn: 1000, columns: 3, byteOffset: 0 }
  expect([...columnsUnder(level, -500, 500, 8)]).toEqual([-1, 0, 0, 1, 1, 2, 2, -1])
})

test('−94 dBFS is darkest and −6 brightest', () => {
  const shade = shades(header)
  const byteOf = (level: number) => Math.round(((level + 120) / 120) * 255)
  expect([shade[0], shade[byteOf(-94)], shade[byteOf(-6)], shade[255]]).toEqual([0, 0, 255, 255])
  expect(shade[byteOf(-50)]).toBeCloseTo(127, -1)
})

test('octaves are equally far apart, the highest on top', () => {
  expect([20_000, 20, 632.4555].map((frequency) => Math.round(frequencyHeight(header, frequency)))).toEqual([
    0, 100, 50,
  ])
})

test('a column stands upright: its lowest row at the bottom', () => {
  const pixels = new Uint32Array(2 * 256)
  const column = new Uint8Array(256)
  column[0] = 255
  paintColumn(
    pixels,
    2,
    1,
    column,
    shades(header),
    Uint32Array.from({ length: 256 }, (_, i) => i),
  )
  expect([pixels[255 * 2 + 1], pixels[1], pixels[255 * 2]]).toEqual([255, 0, 0])
})
