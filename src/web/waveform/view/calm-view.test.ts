import { expect, test, vi } from 'vitest'
import { calmView } from './calm-view.ts'
import { panBy, wholeView, zoomAbout } from './wave-view.ts'
import { WaveViewport } from './wave-viewport.ts'

test('who zooms is followed at once, then now and then, at the end and when asked', () => {
  vi.useFakeTimers()
  const viewport = new WaveViewport(48_000, 48_000)
  viewport.carry(() => wholeView(48_000, 48_000, 1000))
  const calm = calmView(viewport)
  const published: number[] = []
  const stop = calm.subscribe(() => published.push(calm.view().framesPerPx))
  for (let i = 0; i < 4; i++) viewport.change((view) => zoomAbout(view, 500, 2))
  expect(published).toEqual([24])
  vi.advanceTimersByTime(100)
  expect(published).toEqual([24, 3])
  viewport.change((view) => zoomAbout(view, 500, 2))
  calm.catchUp()
  expect(published).toEqual([24, 3, 1.5])
  viewport.change((view) => panBy(view, 10))
  stop()
  vi.advanceTimersByTime(1000)
  expect(published).toEqual([24, 3, 1.5])
  vi.useRealTimers()
})
