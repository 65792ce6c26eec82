import { expect, test } from 'vitest'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { DEFAULT_TARGETS, withTargets } from '#audio/delivery-targets.ts'
import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import { finding } from '#audio/finding-parts.ts'

const report: AnalysisReport = {
  format: {
    container: 'WAV',
    codec: 'PCM',
    lossless: true,
    sampleRate: 44_100,
    channels: 2,
    bitDepth: 16,
    float: false,
    totalFrames: 441_000,
    durationSeconds: 10,
    bitrateKbps: null,
  },
  loudness: {
    integrated: -11.2,
    range: 4,
    momentaryMax: -8,
    shortTermMax: -9,
    truePeak: -0.4,
    truePeakPerChannel: [-0.4, -0.9],
    samplePeak: -0.6,
  },
  findings: [],
  truePeakAt: 3.5,
  silence: { head: 0.6, tail: 1 },
  stream: { kind: 'flac', sampleRate: 44_100, channels: 2, bitsPerSample: 16, totalFrames: 441_000 },
}

test.each<[string, Partial<DeliveryTargets>, readonly [string, number, number][]]>([
  ['the default is −1 dBTP and nothing else', {}, [['true-peak-target', -0.4, -1]]],
  ['as high as allowed is fine', { truePeak: -0.4 }, []],
  ['no target, no finding', { truePeak: null }, []],
  ['a loudness within half a unit is fine', { truePeak: null, loudness: -11 }, []],
  ['one that is louder is told', { truePeak: null, loudness: -14 }, [['loudness-target', -11.2, -14]]],
  [
    'another format is told',
    { truePeak: null, sampleRate: 48_000, bitDepth: 24 },
    [
      ['sample-rate-target', 44_100, 48_000],
      ['bit-depth-target', 16, 24],
    ],
  ],
  ['silence as long as asked is fine', { truePeak: null, headSeconds: 0.62, tailSeconds: 1 }, []],
  ['silence of another length is told', { truePeak: null, headSeconds: 0, tailSeconds: 1 }, [['head-target', 0.6, 0]]],
])('targets: %s', (_, targets, told) => {
  const { findings } = withTargets(report, { ...DEFAULT_TARGETS, ...targets })
  expect(findings.map(({ kind, value, target }) => [kind, value, target])).toEqual(told)
})

test('a head of the asked length is no finding, and overs are told once', () => {
  const findings = [finding('silence-head', 'notice', { at: 0, value: 0.6 }), finding('true-peak-over', 'warning')]
  const targets = { ...DEFAULT_TARGETS, headSeconds: 0.6 }
  expect(withTargets({ ...report, findings }, targets).findings.map(({ kind }) => kind)).toEqual(['true-peak-over'])
})
