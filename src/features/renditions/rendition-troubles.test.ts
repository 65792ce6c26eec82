import { expect, test } from 'vitest'
import type { AnalysisReport, AudioFormat } from '#audio/analysis-report.ts'
import { finding } from '#audio/finding-parts.ts'
import type { StreamSource } from '#audio/stream-source.ts'
import { flacTrouble, renditionTrouble } from './rendition-troubles.ts'

const wav: AudioFormat = {
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
}
const encoded: StreamSource = { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 48_000 }
const silence = {
  integrated: null,
  range: null,
  momentaryMax: null,
  shortTermMax: null,
  truePeak: null,
  truePeakPerChannel: [],
  samplePeak: null,
}
const version = (format: Partial<AudioFormat>, more: Partial<AnalysisReport> = {}) => ({
  state: 'ready' as const,
  report: { format: { ...wav, ...format }, loudness: silence, findings: [], stream: encoded, ...more },
})

test.each([
  ['a WAV of 24 bits', version({}), null],
  ['5.1', version({ channels: 6 }), null],
  ['a FLAC, which is one already', version({ container: 'FLAC', codec: 'FLAC' }), 'is-flac'],
  ['FLAC in an Ogg', version({ container: 'Ogg', codec: 'FLAC' }), null],
  ['floating point', version({ float: true, bitDepth: 32 }), 'float'],
  ['an MP3', version({ lossless: false, bitDepth: null }), 'lossy'],
  ['ten channels', version({ channels: 10 }), 'too-many-channels'],
  [
    '32 bits',
    version(
      { bitDepth: 32 },
      {
        stream: {
          kind: 'pcm',
          sampleRate: 48_000,
          channels: 2,
          encoding: 's32le',
          dataOffset: 44,
          totalFrames: 48_000,
        },
      },
    ),
    'deep',
  ],
  [
    'a stream that lost bits',
    version({ bitDepth: 32 }, { findings: [finding('stream-reduced', 'notice', { value: 24 })] }),
    'deep',
  ],
  ['a version that is being checked', { state: 'checking' as const, report: null }, 'not-checked'],
  ['what is no audio', { state: 'refused' as const, report: null }, 'refused'],
])('FLAC of %s', (_, version, trouble) => expect(flacTrouble(version)).toBe(trouble))

test('MP3 and Opus hold two channels, FLAC at another rate eight, a waveform any number', () => {
  const troubles = (channels: number) =>
    [
      { kind: 'mp3' as const },
      { kind: 'opus' as const },
      { kind: 'resampled' as const, rate: 96_000 as const },
      { kind: 'waveform' as const, samplesPerPixel: 256, channels: 'split' as const },
    ].map((spec) => renditionTrouble(version({ channels }), spec))
  expect([2, 6, 10].map(troubles)).toEqual([
    [null, null, null, null],
    ['too-many-channels', 'too-many-channels', null, null],
    ['too-many-channels', 'too-many-channels', 'too-many-channels', null],
  ])
})
