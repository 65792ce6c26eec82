import * as z from 'zod'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { keyNames } from '#audio/key/musical-key.ts'
import type { ChildWords } from '#server/media/child-protocol.ts'
import { MAX_CHANNELS, MAX_SAMPLE_RATE } from '#server/media/media-allowed.ts'

const count = z.int().nonnegative()
const figure = z.number().nullable()
const sampleRate = z.number().positive().max(MAX_SAMPLE_RATE)
const channels = z.int().positive().max(MAX_CHANNELS)
const speakers = z.array(z.string().min(1).max(8)).max(MAX_CHANNELS).optional()

const format = z.object({
  container: z.string().max(40),
  codec: z.string().max(40),
  lossless: z.boolean(),
  sampleRate,
  channels,
  bitDepth: z.int().min(1).max(64).nullable(),
  float: z.boolean(),
  usedBits: z.int().min(0).max(64).optional(),
  totalFrames: count,
  durationSeconds: z.number().nonnegative(),
  bitrateKbps: z.number().nonnegative().nullable(),
})

const loudness = z.object({
  integrated: figure,
  range: figure,
  momentaryMax: figure,
  shortTermMax: figure,
  truePeak: figure,
  truePeakPerChannel: z.array(figure).max(MAX_CHANNELS),
  samplePeak: figure,
  crest: figure.optional(),
  notMeasured: z.literal('needs-renderer').optional(),
})

const finding = z.object({
  kind: z.enum([
    'true-peak-over',
    'clipped',
    'dc-offset',
    'mono',
    'channel-dead',
    'channel-weak',
    'channel-drops',
    'channel-weakens',
    'polarity-flips',
    'out-of-phase',
    'off-balance',
    'drop-out',
    'clicks',
    'flat-tops',
    'hum',
    'lossy-source',
    'upsampled',
    'padded-bits',
    'abrupt-start',
    'abrupt-end',
    'silent',
    'silence-head',
    'silence-tail',
    'decode-errors',
    'truncated',
    'longer',
    'checksum',
    'invalid-samples',
    'lossy',
    'stream-reduced',
    'sample-rate-changed',
    'bit-depth-changed',
    'channels-changed',
    'length-changed',
    'identical',
    'identical-audio',
  ]),
  severity: z.enum(['notice', 'warning', 'problem']),
  at: z.number().nonnegative().nullable(),
  count: z.number().nonnegative().nullable(),
  value: figure,
  channel: z.int().nonnegative().nullable(),
  length: z.number().nonnegative().optional(),
  level: z.number().optional(),
  unsure: z.boolean().optional(),
  places: z
    .array(z.object({ at: z.number().nonnegative(), value: figure, channel: z.int().nonnegative().nullable() }))
    .max(100)
    .optional(),
})

const stream = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('flac'),
    sampleRate,
    channels,
    speakers,
    bitsPerSample: z.int().min(4).max(32),
    totalFrames: count,
    inOriginal: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('pcm'),
    sampleRate,
    channels,
    speakers,
    encoding: z.enum(['s16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be', 'f64le', 'f64be', 'u8']),
    dataOffset: count,
    totalFrames: count,
  }),
])

const tempo = z
  .object({
    beatsPerMinute: z.number().positive(),
    confidence: z.number().min(0).max(1),
    other: z.number().positive().nullable().optional(),
  })
  .nullable()

const key = z
  .object({
    key: z.enum(keyNames),
    confidence: z.number().min(0).max(1),
    other: z.enum(keyNames).nullable(),
    later: z.enum(keyNames).nullable(),
    tuning: z.number().min(-50).max(50),
  })
  .nullable()

const report: z.ZodType<AnalysisReport> = z.object({
  format,
  loudness,
  tempo: tempo.optional(),
  key: key.optional(),
  findings: z.array(finding).max(100),
  truePeakAt: z.number().nonnegative().optional(),
  silence: z.object({ head: z.number().nonnegative(), tail: z.number().nonnegative() }).optional(),
  stream,
  samples: z.string().max(60).optional(),
})

/** Valid messages of the child. It has read an untrusted file, so its messages are validated like untrusted input. */
export const childMessages: z.ZodType<ChildWords> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('opened'), declaredSeconds: figure }),
  z.object({ type: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.object({ type: z.literal('report'), report }),
  z.object({
    type: z.literal('verdict'),
    verdict: z.enum([
      'not-audio',
      'unsupported',
      'damaged',
      'too-many-channels',
      'no-samples',
      'too-long',
      'too-heavy',
    ]),
    detail: z.string().max(500),
  }),
  z.object({
    type: z.literal('made'),
    made: z.object({ sampleRate, channels, totalFrames: count, clippedSamples: count }),
  }),
  z.object({ type: z.literal('encode-instead') }),
])
