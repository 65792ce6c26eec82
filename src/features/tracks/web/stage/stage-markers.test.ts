import { expect, test } from 'vitest'
import { finding } from '#audio/finding-parts.ts'
import { overTicks, stageMarkers } from './stage-markers.ts'

test('findings with a place stand above the wave in the order of time, silence as a stretch', () => {
  const findings = [
    finding('silence-tail', 'notice', { at: 170, value: 10 }),
    finding('true-peak-over', 'warning', { at: 80.004, count: 3, value: 0.4 }),
    finding('dc-offset', 'warning', { value: -50 }),
    finding('silence-head', 'notice', { at: 0, value: 1.5 }),
  ]
  expect(stageMarkers(findings, 180).map(({ from, to, label }) => [from, to, label])).toEqual([
    [0, 1.5, '1.5 s of silence before the music'],
    [80.004, undefined, 'True peak +0.4 dBTP, 3 overs. First at 1:20.004'],
    [170, 180, '10.0 s of silence after the music'],
  ])
})

test('a loop stands there while it is set, and not when it is everything', () => {
  expect(stageMarkers([], 180, { loop: { inAt: 71.2, outAt: 75.9 } }).map(({ label }) => label)).toEqual([
    'Loop 1:11.200 – 1:15.900',
  ])
  expect(stageMarkers([], 180, { loop: { inAt: 0, outAt: 180 } })).toEqual([])
})

test('a loop that repeats a note’s range is not shown a second time', () => {
  const note = { id: 'n', from: 71.2, to: 75.9, colour: 'red', label: 'Snare rings', state: 'open' } as const
  expect(
    stageMarkers([], 180, { loop: { inAt: 71.2001, outAt: 75.9 }, noteMarkers: [note] }).map(({ label }) => label),
  ).toEqual(['Snare rings'])
})

test('every over has a marker of its own and a tick in its channel', () => {
  const places = [
    { at: 20, value: 0.2, channel: 0 },
    { at: 80.004, value: 1.4, channel: 1 },
  ]
  const findings = [finding('true-peak-over', 'warning', { at: 20, count: 2, value: 1.4, places })]
  expect(stageMarkers(findings, 180).map(({ from, label }) => [from, label])).toEqual([
    [20, 'True peak over, 0:20.000, +0.2, left'],
    [80.004, 'True peak over, 1:20.004, +1.4, right'],
  ])
  expect(overTicks(findings)).toEqual(places)
})
