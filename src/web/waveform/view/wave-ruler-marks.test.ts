import { expect, test } from 'vitest'
import { miniBars } from '../draw/mini-peaks.ts'
import { waveKeyAction } from './wave-keys.ts'
import { barsAt, frameRates, placeIn, rulerTime, timecode, type RulerFormat } from './ruler-formats.ts'
import { rulerMarks } from './wave-ruler-marks.ts'
import { showRange, wholeView } from './wave-view.ts'
import { spokenTime } from '../waveform.strings.ts'

test('labels stand on round times, far enough apart, with seconds between', () => {
  const view = showRange(wholeView(48_000 * 300, 48_000, 960), 64 * 48_000, 88 * 48_000)
  const marks = rulerMarks(view)
  expect(marks.filter(({ label }) => label !== undefined).map(({ label }) => label)).toEqual([
    '1:05',
    '1:10',
    '1:15',
    '1:20',
    '1:25',
  ])
  expect(marks.map(({ px }) => Math.round(px)).slice(0, 3)).toEqual([0, 40, 80])
})

test.each([100, 1000, 10_000, 1e6])('at %d frames a pixel no two labels collide', (framesPerPx) => {
  const view = { ...wholeView(48_000 * 7200, 48_000, 1000), framesPerPx, startFrame: 0 }
  const labelled = rulerMarks(view).filter(({ label }) => label !== undefined)
  labelled.slice(1).forEach(({ px }, i) => expect(px - (labelled[i]?.px ?? 0)).toBeGreaterThanOrEqual(84 - 1e-6))
})

test('a close view has the decimals it needs', () => {
  const view = showRange(wholeView(48_000 * 300, 48_000, 960), 48_000, 48_096)
  const labels = rulerMarks(view).flatMap(({ label }) => label ?? [])
  expect(labels.slice(0, 3)).toEqual(['0:01.0000', '0:01.0002', '0:01.0004'])
  expect([rulerTime(64.25, 2), rulerTime(64, 0), rulerTime(3661, 0)]).toEqual(['1:04.25', '1:04', '1:01:01'])
})

test('samples are counted in round numbers, down to single ones', () => {
  const whole = wholeView(48_000 * 300, 48_000, 1000)
  const labels = (from: number, to: number) =>
    rulerMarks(showRange(whole, from, to), { kind: 'samples' }).flatMap(({ label }) => label ?? [])
  expect(labels(1_000_000, 1_010_000)).toEqual([
    '1,000,000',
    '1,001,000',
    '1,002,000',
    '1,003,000',
    '1,004,000',
    '1,005,000',
    '1,006,000',
    '1,007,000',
    '1,008,000',
    '1,009,000',
    '1,010,000',
  ])
  expect(labels(4800, 4832)).toEqual(['4,800', '4,805', '4,810', '4,815', '4,820', '4,825', '4,830'])
})

test('timecode counts frames, and skips numbers as film and television do', () => {
  expect([0, 23, 24, 86_400].map((frame) => timecode(frame, '24'))).toEqual([
    '00:00:00:00',
    '00:00:00:23',
    '00:00:01:00',
    '01:00:00:00',
  ])
  expect(timecode(25 * 61 + 3, '25')).toBe('00:01:01:03')
  // A minute of 29.97 drop-frame ends at number 1799; the next is called :02. Ten minutes have 17982 frames.
  expect([1799, 1800, 3597, 3598, 17_981, 17_982].map((frame) => timecode(frame, '29.97 drop'))).toEqual([
    '00:00:59;29',
    '00:01:00;02',
    '00:01:59;29',
    '00:02:00;02',
    '00:09:59;29',
    '00:10:00;00',
  ])
  expect(timecode(107_892, '29.97 drop')).toBe('01:00:00;00')
  // Without drop-frame, an hour shows 3.6 s less.
  expect(placeIn({ kind: 'timecode', rate: '29.97' }, 3600, 48_000)).toBe('00:59:56:12')
})

test('timecode marks stand on whole frames', () => {
  const view = showRange(wholeView(48_000 * 300, 48_000, 1000), 48_000, 2 * 48_000)
  const marks = rulerMarks(view, { kind: 'timecode', rate: '25' })
  expect(marks.flatMap(({ label }) => label ?? [])).toEqual([
    '00:00:01:00',
    '00:00:01:05',
    '00:00:01:10',
    '00:00:01:15',
    '00:00:01:20',
    '00:00:02:00',
  ])
  expect(marks.slice(0, 3).map(({ px }) => Math.round(px))).toEqual([0, 40, 80])
})

test('bars begin where the person says, with beats and quarters of them between', () => {
  expect([0, 1, 4, 16, 23, -1].map((quarters) => barsAt(quarters, 4))).toEqual([
    '1',
    '1.1.2',
    '1.2',
    '2',
    '2.2.4',
    '0.4.4',
  ])
  const format: RulerFormat = { kind: 'bars', bpm: 120, beatsPerBar: 4, offset: 0.25 }
  const whole = wholeView(48_000 * 300, 48_000, 1000)
  const marks = rulerMarks(showRange(whole, 0, 48_000 * 10), format)
  expect(marks.filter(({ label }) => label !== undefined).slice(0, 3)).toEqual([
    { px: 25, label: '1' },
    { px: 225, label: '2' },
    { px: 425, label: '3' },
  ])
  expect(marks.slice(0, 3).map(({ px }) => px)).toEqual([25, 75, 125])
  expect(placeIn(format, 2.75, 48_000)).toBe('2.2.1')
  expect(
    rulerMarks(showRange(whole, 0, 48_000 * 300), { ...format, beatsPerBar: 3 })
      .flatMap(({ label }) => label ?? [])
      .slice(0, 2),
  ).toEqual(['1', '17'])
})

test.each(frameRates)('no two labels collide at %s frames a second, however close', (rate) => {
  for (const framesPerPx of [0.5, 10, 300, 5000, 300_000]) {
    const view = { ...wholeView(48_000 * 7200, 48_000, 1000), framesPerPx, startFrame: 0 }
    const labelled = rulerMarks(view, { kind: 'timecode', rate }).filter(({ label }) => label !== undefined)
    labelled.slice(1).forEach(({ px }, i) => expect(px - (labelled[i]?.px ?? 0)).toBeGreaterThan(90))
  }
})

test('times are said as people say them', () => {
  expect([0, 1, 72.48, 3600, 3661].map(spokenTime)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute 12 seconds',
    '1 hour',
    '1 hour 1 minute 1 second',
  ])
})

test('arrow keys step by 5 s, 1 s and 50 ms, and never leave the recording', () => {
  const press = (key: string, change = {}) =>
    waveKeyAction({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...change }, 10, 12)
  expect(press('ArrowLeft')).toEqual({ seekTo: 5 })
  expect(press('ArrowRight')).toEqual({ seekTo: 12 })
  expect(press('ArrowRight', { shiftKey: true })).toEqual({ seekTo: 11 })
  expect(press('ArrowLeft', { altKey: true })).toEqual({ seekTo: 9.95 })
  expect(press('Home')).toEqual({ seekTo: 0 })
  expect(press('+')).toEqual({ zoom: 2 })
  expect(press('+', { ctrlKey: true })).toBeUndefined()
  expect(press('k')).toBeUndefined()
})

test('a list shows loud and quiet parts as bars', () => {
  expect([...miniBars(Float32Array.of(0.25, 0.25, 1, 0.5, 0, 0), 3)]).toEqual([0.25, 0.75, 0])
  expect([...miniBars(Float32Array.of(0.5), 3)]).toEqual([0.5, 0.5, 0.5])
})
