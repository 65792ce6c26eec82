import { expect, test } from 'vitest'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { PcmEncoding } from '#audio/stream-source.ts'
import type { TrackVersion } from '../../tracks.contract.ts'
import { heardOf } from './version-sound.ts'

const report: AnalysisReport = {
  format: {
    container: 'WAV',
    codec: 'PCM',
    lossless: true,
    sampleRate: 48_000,
    channels: 2,
    bitDepth: 24,
    float: false,
    totalFrames: 48_000,
    durationSeconds: 1,
    bitrateKbps: null,
  },
  loudness: {
    integrated: null,
    range: null,
    momentaryMax: null,
    shortTermMax: null,
    truePeak: null,
    truePeakPerChannel: [],
    samplePeak: null,
  },
  findings: [],
  stream: { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 48_000 },
}

const version: TrackVersion = {
  id: 'v1',
  trackId: 't',
  number: 1,
  label: '',
  changelog: '',
  changes: [],
  uploadedBy: null,
  guestName: null,
  createdAt: 0,
  fileName: 'a.wav',
  sizeBytes: 1,
  sha256: '',
  state: 'ready',
  verdict: null,
  verdictDetail: null,
  restoredFrom: null,
  outdated: false,
  report: null,
}
const isReduced = (of: AnalysisReport) =>
  heardOf(
    { id: 'p', name: 'Low Tide', cover: null },
    { id: 't', title: 'Glasshouse', cover: null },
    { ...version, report: of },
  )?.isReduced

test.each([
  ['s32le', true],
  ['s32be', true],
  ['f64le', true],
  ['f64be', true],
  ['f32le', false],
  ['f32be', false],
  ['s24le', false],
] as const)('samples in %s lose bits in the player: %s', (encoding: PcmEncoding, loses) => {
  expect(
    isReduced({
      ...report,
      stream: { kind: 'pcm', sampleRate: 48_000, channels: 2, encoding, dataOffset: 44, totalFrames: 48_000 },
    }),
  ).toBe(loses)
})

test('object audio is heard as what has no loudness, and silence as what has one', () => {
  const heard = (loudness: Partial<AnalysisReport['loudness']>) =>
    heardOf(
      { id: 'p', name: 'Low Tide', cover: null },
      { id: 't', title: 'Glasshouse', cover: null },
      { ...version, report: { ...report, loudness: { ...report.loudness, ...loudness } } },
    )
  expect(heard({})).toMatchObject({ integrated: null })
  expect(heard({})?.isNotMeasured).toBeUndefined()
  expect(heard({ notMeasured: 'needs-renderer' })?.isNotMeasured).toBe(true)
  expect(heard({ notMeasured: 'needs-renderer' })?.integrated).toBeUndefined()
})

test('FLAC loses bits where the analysis says so', () => {
  expect(isReduced(report)).toBe(false)
  expect(
    isReduced({
      ...report,
      findings: [{ kind: 'stream-reduced', severity: 'notice', at: null, channel: null, count: null, value: 24 }],
    }),
  ).toBe(true)
})
