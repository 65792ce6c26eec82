import { describe, expect, test } from 'vitest'
import type { Finding, FindingKind } from '#audio/analysis-report.ts'
import { findingWords, placeTime, placeTraits, sortFindings } from './finding-words.ts'

const found = (kind: FindingKind, more: Partial<Finding> = {}): Finding => ({
  kind,
  severity: 'warning',
  at: null,
  count: null,
  value: null,
  channel: null,
  ...more,
})

describe('a finding says what, how much and where', () => {
  test.each<[Finding, string]>([
    [found('true-peak-over', { at: 80.004, count: 3, value: 0.4 }), 'True peak +0.4 dBTP, 3 overs. First at 1:20.004'],
    [found('true-peak-over', { at: 1, count: 1, value: 0.04 }), 'True peak 0.0 dBTP, 1 over. First at 0:01.000'],
    [found('clipped', { at: 262.31, count: 1, channel: 0 }), 'The left channel clips once. First at 4:22.310'],
    [found('clipped', { at: 5, count: 12 }), 'The sound clips 12 times. First at 0:05.000'],
    [
      found('true-peak-over', { at: 0, count: 1, value: 10.6, length: 12.04 }),
      'True peak +10.6 dBTP, 1 over, 12.0 s in all. First at 0:00.000',
    ],
    [
      found('drop-out', { at: 8.5, count: 2, value: 0.05, length: 0.07 }),
      'The sound drops out 2 times: 70 ms of silence. First at 0:08.500',
    ],
    [
      found('clicks', { at: 3, count: 1, value: -18.2, channel: 1 }),
      '1 click, the loudest −18.2 dBFS. First at 0:03.000',
    ],
    [
      found('flat-tops', { at: 1, count: 40, value: -0.3 }),
      'The sound was clipped before it was turned down: flat tops at −0.3 dBFS, 40 times. First at 0:01.000',
    ],
    [found('hum', { at: 1, value: 50, level: -52.3 }), 'Mains hum at 50 Hz and its harmonics, −52.3 dBFS'],
    [
      found('lossy-source', { value: 16_031 }),
      'Cut off at 16.0 kHz, as MP3 and AAC encoders do. Was the source lossy?',
    ],
    [found('upsampled', { value: 22_050 }), 'No sound above 22.05 kHz, where a 44.1 kHz file ends. Was it upsampled?'],
    [found('padded-bits', { value: 16 }), 'Only 16 bits in use: the others are always zero'],
    [
      found('off-balance', { value: 3, channel: 0 }),
      'The left channel is 3.0 dB louder, even in what should sit in the centre',
    ],
    [found('abrupt-end', { at: 9, value: -12 }), 'Ends mid-sound, at −12.0 dBFS'],
    [
      found('abrupt-start', { at: 0, value: -5, unsure: true }),
      'Starts abruptly, at −5.0 dBFS: cut off, or a first beat with no silence before it?',
    ],
    [
      found('drop-out', { at: 8.5, count: 1, value: 3, length: 3, unsure: true }),
      'The sound stops and resumes abruptly, once: a drop-out, or intended? 3.0 s of silence. First at 0:08.500',
    ],
    [
      found('off-balance', { value: 2.2, channel: 1, at: 4, unsure: true }),
      'The right channel is 2.2 dB louder: off balance, or the arrangement? Loudest part at 0:04.000',
    ],
    [
      found('upsampled', { value: 22_050, at: 61 }),
      'No sound above 22.05 kHz, where a 44.1 kHz file ends. Was it upsampled? Brightest part at 1:01.000',
    ],
    [
      found('padded-bits', { value: 16, at: 7 }),
      'Only 16 bits in use: the others are always zero. Quietest part at 0:07.000',
    ],
    [
      found('true-peak-target', { at: 65, value: -0.2, target: -1 }),
      'True peak −0.2 dBTP: the target is −1.0 dBTP. Loudest at 1:05.000',
    ],
    [found('loudness-target', { value: -11.2, target: -14 }), '−11.2 LUFS: the target is −14.0 LUFS'],
    [
      found('head-target', { at: 0, value: 0.6, target: 1 }),
      '0.60 s of silence before the music: the target is 1.00 s',
    ],
    [found('dc-offset', { value: -41.2, channel: 1 }), 'The right channel has a DC offset of −41.2 dBFS'],
    [found('silence-head', { at: 0, value: 0.75 }), '0.8 s of silence before the music'],
    [found('silence-tail', { at: 100, value: 75 }), '1:15 of silence after the music'],
    [
      found('out-of-phase', { severity: 'notice', at: 4.5, value: -0.62 }),
      'Left and right cancel each other in mono (correlation −0.6). First at 0:04.500',
    ],
    [
      found('out-of-phase', { at: 0, value: -0.97 }),
      'One channel is upside down against the other: in mono they cancel (correlation −1.0). First at 0:00.000',
    ],
    [found('channel-dead', { channel: 1 }), 'The right channel is silent. Export again if this was not intended'],
    [
      found('channel-weak', { channel: 0, value: -20 }),
      'The left channel is 20.0 dB quieter than the other, over the whole file',
    ],
    [
      found('channel-drops', { at: 92, channel: 1 }),
      'The right channel is silent from 1:32.000, while the other continues',
    ],
    [
      found('channel-drops', { at: 92, value: 8.5, channel: 0 }),
      'The left channel is silent from 1:32.000 to 1:40.500, while the other continues',
    ],
    [
      found('channel-drops', { at: 92, channel: 0, unsure: true }),
      'The left channel is silent from 1:32.000, while the other continues: a fault, or the arrangement?',
    ],
    [found('channel-weakens', { at: 92, channel: 1 }), 'The right channel is at least 12 dB quieter from 1:32.000'],
    [
      found('polarity-flips', { at: 92, value: 8 }),
      'One channel is upside down from 1:32.000 to 1:40.000: in mono the two cancel there',
    ],
    [
      found('truncated', { at: 10, value: 3.2 }),
      '3.2 s of the sound that its header promises is missing. Export it again',
    ],
    [found('truncated', { at: 10 }), 'The end of the file is missing. Export it again'],
    [
      found('longer', { at: 10, value: 0.5 }),
      'It plays 0.5 s longer than its header says. Other players may stop early',
    ],
    [found('decode-errors', { at: 12.25, count: 2 }), 'Damaged in 2 places. First at 0:12.250'],
    [
      found('channels-changed', { value: 1 }),
      'The previous version had 1 channel. Export again if this was not intended',
    ],
    [found('identical-audio'), 'The same audio as the previous version, to the sample'],
    [
      found('sample-rate-changed', { value: 44_100 }),
      'The previous version was 44.1 kHz. Export again if this was not intended',
    ],
    [found('bit-depth-changed', { value: 16 }), 'The previous version had 16 bits'],
    [found('bit-depth-changed'), 'The previous version was a lossy file'],
    [found('length-changed', { value: -2.04 }), '2.0 s shorter than the previous version'],
    [found('length-changed', { value: 0.012 }), '12 ms longer than the previous version'],
    [found('lossy'), 'Lossy file. Listeners see an amber badge'],
    [found('identical'), 'The same file as the previous version'],
  ])('%#: %s', (finding, words) => {
    expect(findingWords(finding)).toBe(words)
  })
})

test('the worst stands first, then what comes first', () => {
  const findings = [
    found('lossy', { severity: 'notice' }),
    found('clipped', { at: 30 }),
    found('true-peak-over', { at: 10 }),
    found('truncated', { severity: 'problem' }),
  ]
  expect(sortFindings(findings).map(({ kind }) => kind)).toEqual(['truncated', 'true-peak-over', 'clipped', 'lossy'])
})

test('a place says when, how loud and in which channel', () => {
  const place = { at: 80.004, value: 0.42, channel: 1 }
  expect([placeTime(place), ...placeTraits({ kind: 'true-peak-over' }, place)]).toEqual(['1:20.004', '+0.4', 'right'])
  expect(placeTraits({ kind: 'out-of-phase' }, { ...place, value: -0.71, channel: null })).toEqual(['−0.7'])
  expect(placeTraits({ kind: 'clipped' }, { ...place, value: null, channel: null })).toEqual([])
})
