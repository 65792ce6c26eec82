import { expect, test } from 'vitest'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { paceOf } from './version-sound.ts'

const report: AnalysisReport = {
  format: { container: 'WAV', codec: 'PCM', lossless: true, sampleRate: 48_000, channels: 2, bitDepth: 24, float: false, totalFrames: 48_000, durationSeconds: 1, bitrateKbps: null },
  loudness: { integrated: null, range: null, momentaryMax: null, shortTermMax: null, truePeak: null, truePeakPerChannel: [], samplePeak: null },
  findings: [],
  stream: { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 48_000 },
}

test.each([
  ['is shown where it is sure', { beatsPerMinute: 119.97, confidence: 0.8 }, '120.0'],
  ['is not shown where it is a guess', { beatsPerMinute: 119.97, confidence: 0.3 }, undefined],
  ['is not shown where nobody could say', null, undefined],
  ['is not shown where it was never asked', undefined, undefined],
])('the tempo of a version %s', (_, tempo, shown) => expect(paceOf({ ...report, tempo })).toBe(shown))
