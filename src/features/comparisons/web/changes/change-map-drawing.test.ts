import { expect, test } from 'vitest'
import { COMPARISON_BANDS } from '#audio/comparison-result.ts'
import { drawChangeMap, mostAt, residualShare, strengthOf, type StripCanvas } from './change-map-drawing.ts'

const flat = { seconds: 4, level: () => 0, residual: () => -127 }

function strip() {
  const drawn: { readonly x: number; readonly y: number; readonly width: number }[] = []
  const canvas: StripCanvas = { fillStyle: '', globalAlpha: 1, fillRect: (x, y, width) => drawn.push({ x, y, width }) }
  return { canvas, drawn }
}

const view = { width: 400, height: 120, from: 0, secondsPerColumn: 0.01 }

test('two versions that are alike leave the strip empty', () => {
  const { canvas, drawn } = strip()
  drawChangeMap(canvas, flat, view, 'orange')
  expect(drawn).toEqual([])
  expect(mostAt(flat)).toBeUndefined()
})

test('a louder bass in the second second stands there and at the bottom of the map', () => {
  const { canvas, drawn } = strip()
  drawChangeMap(canvas, { ...flat, level: (second, band) => (second === 1 && band === 0 ? 3 : 0) }, view, 'orange')
  expect(drawn).toHaveLength(1)
  expect(drawn[0]).toMatchObject({ x: 100, width: 100 })
  expect(drawn[0]?.y).toBeCloseTo((120 * 0.58 * (COMPARISON_BANDS - 1)) / COMPARISON_BANDS, -1)
})

test('what is left after the null is drawn where it is, and the worst place is named', () => {
  const { canvas, drawn } = strip()
  const map = { ...flat, residual: (second: number) => (second === 2 ? -12 : second === 3 ? -30 : Number.NaN) }
  drawChangeMap(canvas, map, { ...view, from: 2 }, 'orange')
  expect(drawn.map(({ x }) => x)).toEqual([0, 100])
  expect(mostAt(map)).toBe(2)
})

test('small differences are faint, large ones full, unknown ones nothing', () => {
  expect([0.2, -4.5, 20, Number.NaN].map(strengthOf)).toEqual([0, 0.5, 1, 0])
  expect([0, -40, -90, Number.NaN].map(residualShare)).toEqual([1, 0.1, 0, 0])
})
