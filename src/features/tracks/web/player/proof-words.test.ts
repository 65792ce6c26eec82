import { expect, test } from 'vitest'
import type { ProofReason } from '#web/player/player-state.ts'
import { proofWords } from './proof-words.ts'

const master = { quality: '24/48', isReduced: false }
const untouched = { bitTrue: true, reasons: [] }

test('the badge claims nothing before the device is known', () => {
  expect(proofWords(untouched, master, false)).toMatchObject({ standing: 'unknown', short: 'Original 24/48' })
})

test('untouched samples are bit-true', () => {
  expect(proofWords(untouched, master, true)).toMatchObject({
    standing: 'bit-true',
    short: 'Original 24/48 · bit-true',
  })
})

test('whatever alters the sound is named, all of it in the tooltip', () => {
  const proof = {
    bitTrue: false,
    reasons: [
      { kind: 'resampled', from: 44_100, to: 48_000 },
      { kind: 'gain', decibels: -1.4 },
    ],
  } as const
  expect(proofWords(proof, master, true)).toEqual({
    standing: 'altered',
    badge: '48, not 44.1 kHz',
    short: 'Resampled from 44.1 to 48 and 1 more · not bit-true',
    whole: 'Resampled from 44.1 to 48. Gain −1.4 dB. Your output runs at 48 kHz. Set it to 44.1 kHz',
  })
})

test('the tooltip says what to do about the only reason', () => {
  const whole = (reason: ProofReason) => proofWords({ bitTrue: false, reasons: [reason] }, master, true).whole
  expect(whole({ kind: 'resampled', from: 48_000, to: 44_100 })).toBe(
    'Resampled from 48 to 44.1. Your output runs at 44.1 kHz. Set it to 48 kHz to hear every sample',
  )
  expect(whole({ kind: 'speed', speed: 0.75 })).toBe('Speed 0.75×. Set the speed to 1× to hear every sample')
  expect(whole({ kind: 'lossy-source' })).toBe('Lossy file')
})

test('how one listens is named as well', () => {
  const reasons = [
    { kind: 'slow-line' },
    { kind: 'speed', speed: 0.75 },
    { kind: 'listen-mode', mode: 'side' },
    { kind: 'dimmed' },
    { kind: 'first-channels', from: 6, to: 2 },
  ] as const
  expect(proofWords({ bitTrue: false, reasons }, master, true).whole).toBe(
    'Opus 160 kbit/s · slow line. Speed 0.75×. Side only. Dimmed by 20 dB. 2 of 6 channels. ' +
      'The original plays once the connection is fast enough',
  )
})

test('a fold-down is no choice of channels, and what one solos has its loudspeaker’s name', () => {
  const badge = (reason: ProofReason) => proofWords({ bitTrue: false, reasons: [reason] }, master, true).badge
  expect(badge({ kind: 'folded-down', from: 6, to: 2 })).toBe('6 folded to 2')
  expect(badge({ kind: 'first-channels', from: 6, to: 2 })).toBe('2 of 6 channels')
  expect(badge({ kind: 'solo', channel: 2, of: 6 })).toBe('Solo 3 · C')
})

test('what goes over full scale is told with by how much, and whether the device cuts it or the stream has', () => {
  expect(
    ['device', 'perhaps', 'stream'].map(
      (where) =>
        proofWords(
          { bitTrue: false, reasons: [{ kind: 'over-full-scale', decibels: 5.6, where: where as 'device' }] },
          master,
          true,
        ).whole,
    ),
  ).toEqual([
    'Over full scale by 5.6 dB: your device cuts it. Turn the volume down by 5.6 dB to hear every sample',
    'Up to 5.6 dB over full scale: your device may cut it. Turn the volume down by 5.6 dB to hear every sample',
    'Over full scale by 5.6 dB: cut off in what is streamed',
  ])
})

test('a stream with fewer bits than the original is never bit-true, and that is known before a sound', () => {
  expect(proofWords(untouched, { ...master, isReduced: true }, false).standing).toBe('altered')
})

test.each<ProofReason>([
  { kind: 'lossy-source' },
  { kind: 'slow-line' },
  { kind: 'resampled', from: 192_000, to: 44_100 },
  { kind: 'resampled-rendition', from: 88_200, to: 96_000 },
  { kind: 'gain', decibels: -60.5 },
  { kind: 'matched', decibels: -12.4 },
  { kind: 'difference' },
  { kind: 'muted' },
  { kind: 'fallback-decoder' },
  { kind: 'folded-down', from: 8, to: 2 },
  { kind: 'first-channels', from: 16, to: 2 },
  { kind: 'solo', channel: 11, of: 12 },
  { kind: 'speed', speed: 0.75 },
  { kind: 'dimmed' },
  { kind: 'over-full-scale', decibels: 15.6, where: 'device' },
  ...(['mono', 'side', 'left', 'right', 'swapped'] as const).map((mode) => ({ kind: 'listen-mode', mode }) as const),
] as const)('the badge says $kind in the room it has', (reason) => {
  const { badge } = proofWords({ bitTrue: false, reasons: [reason] }, master, true)
  expect(badge).toMatch(/^[^{}]{1,19}$/)
})
