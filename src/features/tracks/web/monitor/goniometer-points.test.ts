import { expect, test } from 'vitest'
import { goniometerPoint } from './goniometer-points.ts'

test('the same on both sides is straight up or down', () => {
  expect(goniometerPoint(1, 1)).toEqual({ x: 0, y: 1 })
  expect(goniometerPoint(-0.25, -0.25)).toEqual({ x: 0, y: -0.5 })
})

test('the opposite on both sides is across', () => {
  expect(goniometerPoint(-1, 1)).toEqual({ x: 1, y: 0 })
})

test('each channel alone leans to its own side by 45°', () => {
  const [left, right] = [goniometerPoint(0.5, 0), goniometerPoint(0, 0.5)]
  expect(left.x).toBeLessThan(0)
  expect(left.x).toBeCloseTo(-left.y, 10)
  expect(right.x).toBeCloseTo(right.y, 10)
})

test('silence is the centre, and beyond full scale is the edge', () => {
  expect(goniometerPoint(0, 0)).toEqual({ x: 0, y: 0 })
  expect(Math.hypot(...Object.values(goniometerPoint(4, -3)))).toBeCloseTo(1, 10)
})
