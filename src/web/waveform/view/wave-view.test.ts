import { expect, test } from 'vitest'
import {
  endFrame,
  frameAtPx,
  isWhole,
  panBy,
  pxAtSeconds,
  secondsAtPx,
  showFrom,
  showRange,
  wholeView,
  withWidth,
  zoomAbout,
} from './wave-view.ts'
import { pinched } from './wave-gestures.ts'
import { WaveViewport } from './wave-viewport.ts'

/** 100 s at 48 kHz on 1000 px. */
const whole = wholeView(4_800_000, 48_000, 1000)

test('a new view shows everything', () => {
  expect([whole.startFrame, endFrame(whole), isWhole(whole)]).toEqual([0, 4_800_000, true])
  expect(secondsAtPx(whole, 250)).toBe(25)
  expect(pxAtSeconds(whole, 25)).toBe(250)
})

test('what is under the pointer stays there while zooming', () => {
  const near = zoomAbout(whole, 700, 4)
  expect(secondsAtPx(near, 700)).toBeCloseTo(70)
  expect(near.framesPerPx).toBe(1200)
  expect(isWhole(zoomAbout(near, 700, 0.1))).toBe(true)
})

test('two fingers hold what is between them', () => {
  const near = showRange(whole, 1_000_000, 2_000_000)
  const view = pinched(near, [400, 600], [250, 650])
  expect(view.framesPerPx).toBeCloseTo(near.framesPerPx / 2)
  expect(frameAtPx(view, 450)).toBeCloseTo(frameAtPx(near, 500))
})

test('no view leaves the recording', () => {
  const near = zoomAbout(whole, 0, 10)
  expect(panBy(near, -500).startFrame).toBe(0)
  expect(endFrame(panBy(near, 1e9))).toBe(4_800_000)
  expect(secondsAtPx(whole, -5)).toBe(0)
  expect(secondsAtPx(whole, 2000)).toBe(100)
})

test('zooming stops at 32 pixels a sample', () => {
  expect(zoomAbout(whole, 0, 1e9).framesPerPx).toBe(1 / 32)
})

test('a very short recording is always shown whole', () => {
  const tiny = wholeView(30, 48_000, 1000)
  expect(zoomAbout(tiny, 10, 8)).toEqual(tiny)
})

test('a range is shown from edge to edge', () => {
  const view = showRange(whole, 480_000, 960_000)
  expect([view.startFrame, endFrame(view)]).toEqual([480_000, 960_000])
})

test('a resized element keeps its scale, and a whole view stays whole', () => {
  expect(isWhole(withWidth(whole, 600))).toBe(true)
  const near = showFrom(zoomAbout(whole, 0, 10), 480_000)
  expect(withWidth(near, 500)).toMatchObject({ startFrame: 480_000, framesPerPx: 480, widthPx: 500 })
  expect(frameAtPx(near, 0)).toBe(480_000)
})

test('listeners of a viewport hear of changes and only of changes', () => {
  const viewport = new WaveViewport(4_800_000, 48_000)
  let heard = 0
  const stop = viewport.subscribe(() => (heard += 1))
  viewport.change((view) => withWidth(view, 1000))
  viewport.change((view) => panBy(view, 50))
  expect(heard).toBe(1)
  stop()
  viewport.change((view) => zoomAbout(view, 0, 2))
  expect(heard).toBe(1)
})
