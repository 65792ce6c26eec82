import { expect, test } from 'vitest'
import { judgeProof } from './judge-proof.ts'
import { PLAIN_MONITORING } from './mix/monitoring.ts'
import { PlayheadClock } from './playhead-clock.ts'
import type { Playable } from './read/playable.ts'
import { retryDelay } from './read/retry-delay.ts'

const bounce: Playable = {
  id: 'v6',
  title: 'Glasshouse',
  source: { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 480_000 },
  urls: { stream: '/s', index: '/i' },
  durationSeconds: 10,
}
const plain = {
  playable: bounce,
  volume: 0,
  isMuted: false,
  decoder: 'webcodecs',
  deviceRate: 48_000,
  deviceChannels: 2,
} as const

test('a bounce at unity on a device of its rate is bit-true', () => {
  expect(judgeProof(plain)).toEqual({ bitTrue: true, reasons: [] })
})

test('the browser’s own decoder alters nothing where it was found to give the file’s samples', () => {
  expect(judgeProof({ ...plain, decoder: 'decode-audio-data' })).toEqual({ bitTrue: true, reasons: [] })
})

test('of Opus nothing more is said than that it is Opus', () => {
  const slow = { ...bounce, source: { kind: 'opus', sampleRate: 48_000, channels: 2, totalFrames: 480_000 } } as const
  expect(judgeProof({ ...plain, playable: slow, decoder: 'unproven-decode-audio-data' }).reasons).toEqual([
    { kind: 'slow-line' },
  ])
})

test.each([
  [{ playable: { ...bounce, isLossy: true } }, { kind: 'lossy-source' }],
  [{ deviceRate: 44_100 }, { kind: 'resampled', from: 48_000, to: 44_100 }],
  [{ volume: -1.4 }, { kind: 'gain', decibels: -1.4 }],
  [{ isMuted: true }, { kind: 'muted' }],
  [{ decoder: 'unproven-decode-audio-data' as const }, { kind: 'fallback-decoder' }],
  [{ playable: { ...bounce, source: { ...bounce.source, channels: 6 } } }, { kind: 'folded-down', from: 6, to: 2 }],
  [
    {
      playable: { ...bounce, source: { ...bounce.source, channels: 6 } },
      monitoring: { ...PLAIN_MONITORING, foldsDown: false },
    },
    { kind: 'first-channels', from: 6, to: 2 },
  ],
  [
    {
      playable: { ...bounce, source: { ...bounce.source, channels: 6 } },
      monitoring: { ...PLAIN_MONITORING, solo: 2 },
    },
    { kind: 'solo', channel: 2, of: 6 },
  ],
  [
    { playable: { ...bounce, source: { ...bounce.source, channels: 16 } } },
    { kind: 'first-channels', from: 16, to: 2 },
  ],
  [
    {
      playable: { ...bounce, source: { ...bounce.source, channels: 6 } },
      monitoring: { ...PLAIN_MONITORING, foldsDown: true },
    },
    { kind: 'folded-down', from: 6, to: 2 },
  ],
  [{ speed: 0.75 }, { kind: 'speed', speed: 0.75 }],
  [{ monitoring: { ...PLAIN_MONITORING, mode: 'side' as const } }, { kind: 'listen-mode', mode: 'side' }],
  [{ monitoring: { ...PLAIN_MONITORING, isDimmed: true } }, { kind: 'dimmed' }],
])('what alters the sound is named: %o', (change, reason) => {
  expect(judgeProof({ ...plain, ...change })).toEqual({ bitTrue: false, reasons: [reason] })
})

const float = {
  ...bounce,
  source: { kind: 'pcm', sampleRate: 48_000, channels: 2, encoding: 'f32le', dataOffset: 44, totalFrames: 480_000 },
  peaks: { sample: 5.6, between: 6 },
} as const satisfies Playable
const over = (decibels: number, where: 'device' | 'perhaps' | 'stream' = 'device') => ({
  kind: 'over-full-scale',
  decibels: expect.closeTo(decibels, 6),
  where,
})
const beside = { kind: 'source', source: 0 } as const

test.each([
  ['a float beyond full scale, which the device cuts', {}, [over(5.6)]],
  ['one turned down by less', { volume: -2 }, [over(3.6), { kind: 'gain', decibels: -2 }]],
  ['one turned down by as much', { volume: -5.6 }, [{ kind: 'gain', decibels: -5.6 }]],
  ['one that is dimmed', { monitoring: { ...PLAIN_MONITORING, isDimmed: true } }, [{ kind: 'dimmed' }]],
  ['one that is muted', { isMuted: true }, [{ kind: 'muted' }]],
  [
    'one whose sides are swapped',
    { monitoring: { ...PLAIN_MONITORING, mode: 'swapped' as const } },
    [over(5.6), { kind: 'listen-mode', mode: 'swapped' }],
  ],
  [
    'one in mono, where the sides may cancel',
    { monitoring: { ...PLAIN_MONITORING, mode: 'mono' as const } },
    [over(6, 'perhaps'), { kind: 'listen-mode', mode: 'mono' }],
  ],
  [
    'one that matching turns down',
    { deck: { sources: [{ playable: float, offset: 0, gain: -3 }], ear: beside } },
    [{ kind: 'matched', decibels: -3 }, over(2.6)],
  ],
  ['one within full scale', { playable: { ...float, peaks: { sample: -0.1, between: 0.8 } } }, []],
  [
    'the same where the device resamples it, and what lies between samples becomes some',
    { playable: { ...float, peaks: { sample: -0.1, between: 0.8 } }, deviceRate: 44_100 },
    [over(0.8, 'perhaps'), { kind: 'resampled', from: 48_000, to: 44_100 }],
  ],
  [
    'a stream of integers, which has cut it already: the volume mends nothing',
    { playable: { ...bounce, isLossy: true, peaks: { sample: 0.9, between: 1 } }, volume: -6 },
    [over(0.9, 'stream'), { kind: 'lossy-source' }, { kind: 'gain', decibels: -6 }],
  ],
])('over full scale is told as it is heard: %s', (_, change, reasons) => {
  expect(judgeProof({ ...plain, playable: float, ...change })).toEqual({ bitTrue: reasons.length === 0, reasons })
})

test('all reasons are named, not only the first', () => {
  expect(judgeProof({ ...plain, volume: -3, deviceRate: 96_000 }).reasons).toHaveLength(2)
})

test('attempts wait longer and longer, but never more than five seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(retryDelay)).toEqual([200, 400, 800, 1600, 3200, 5000, 5000])
})

test('the playhead follows the device clock while playing, and stays within the recording', () => {
  const playhead = new PlayheadClock()
  playhead.reset(48_000, 0, 1)
  playhead.hear({ kind: 'report', state: 'playing', frame: 4800, time: 2, jump: 1, queued: 0, ranDry: 0, peaks: [] })
  expect(playhead.frameAt(2.5, 480_000)).toBe(4800 + 24_000)
  expect(playhead.frameAt(1.95, 480_000)).toBeCloseTo(2400)
  expect(playhead.frameAt(1, 480_000)).toBe(0)
  expect(playhead.frameAt(60, 480_000)).toBe(480_000)
  playhead.hear({ kind: 'report', state: 'paused', frame: 9000, time: 3, jump: 1, queued: 0, ranDry: 0, peaks: [] })
  expect(playhead.frameAt(9, 480_000)).toBe(9000)
})

test('after a pause the playhead does not step back, although the device lags behind', () => {
  const playhead = new PlayheadClock()
  playhead.reset(1000, 0, 1)
  playhead.hear({ kind: 'report', state: 'paused', frame: 700, time: 3, jump: 1, queued: 0, ranDry: 0, peaks: [] })
  playhead.hear({ kind: 'report', state: 'playing', frame: 720, time: 9, jump: 1, queued: 0, ranDry: 0, peaks: [] })
  expect(playhead.frameAt(8.95, 9000)).toBe(700)
  expect(playhead.frameAt(9.01, 9000)).toBeCloseTo(730)
})

test('the playhead goes round with the loop', () => {
  const playhead = new PlayheadClock()
  playhead.reset(1000, 0, 1)
  playhead.hear({ kind: 'report', state: 'playing', frame: 950, time: 0, jump: 1, queued: 0, ranDry: 0, peaks: [] })
  const loop = { inFrame: 500, outFrame: 1000 }
  expect([0.04, 0.05, 0.07].map((heard) => Math.round(playhead.frameAt(heard, 9000, loop)))).toEqual([990, 500, 520])
  expect(playhead.frameAt(0.07, 9000)).toBeCloseTo(1020)
})

test('after a seek the target is the position until the mixer is there', () => {
  const playhead = new PlayheadClock()
  playhead.reset(48_000, 96_000, 2)
  playhead.hear({ kind: 'report', state: 'playing', frame: 4800, time: 2, jump: 1, queued: 0, ranDry: 0, peaks: [] })
  expect(playhead.frameAt(7, 480_000)).toBe(96_000)
})

test('what is heard of the channels is said before the rate', () => {
  const surround = { ...bounce, source: { ...bounce.source, channels: 6 } }
  expect(judgeProof({ ...plain, playable: surround, deviceRate: 44_100 }).reasons.map(({ kind }) => kind)).toEqual([
    'folded-down',
    'resampled',
  ])
})
