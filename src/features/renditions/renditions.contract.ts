import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { InstantMs } from '#shared/shapes.ts'

/** Renditions of a version besides its stream. `resampled` is for comparing, `waveform` for other programs. */
export const renditionKinds = ['opus', 'mp3', 'resampled', 'waveform'] as const
export type RenditionKind = (typeof renditionKinds)[number]

/** The sample rates of `resampled`. */
export const resampledRates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000] as const
const Rate = z.coerce.number().pipe(z.literal(resampledRates))

/** audiowaveform's limit: at least two. */
const SamplesPerPixel = z.coerce.number().int().min(2).max(10_000_000)
const WaveformChannels = z.enum(['split', 'mix'])

/** The kind of rendition, with its parameters if there are several of that kind. */
export const RenditionSpec = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('opus') }),
    z.object({ kind: z.literal('mp3') }),
    z.object({ kind: z.literal('resampled'), rate: Rate }),
    z.object({
      kind: z.literal('waveform'),
      samplesPerPixel: SamplesPerPixel.default(256),
      channels: WaveformChannels.default('mix'),
    }),
  ])
  .meta({ id: 'RenditionSpec' })
export type RenditionSpec = z.infer<typeof RenditionSpec>

/** Why a rendition is impossible; the texts are in the client. */
export const renditionTroubles = [
  'not-checked',
  'refused',
  'float',
  'too-many-channels',
  'sample-rate',
  'same-rate',
  'lossy',
  'is-flac',
  'deep',
] as const
export type RenditionTrouble = (typeof renditionTroubles)[number]

export const Rendition = z
  .object({
    /** `opus`, `mp3`, `resampled-48000`, `waveform-256-mix`: unique per version. */
    name: z.string(),
    kind: z.enum(renditionKinds),
    /** `none` was never requested; `impossible` for the reason in `trouble`; `failed` can be requested again. */
    state: z.enum(['none', 'making', 'ready', 'failed', 'impossible']),
    trouble: z.enum(renditionTroubles).nullable(),
    /** Progress, 0..1. */
    fraction: z.number(),
    /** Of the stored file; null until it is ready. */
    sizeBytes: z.number().nullable(),
    sha256: z.string().nullable(),
    sampleRate: z.number().nullable(),
    totalFrames: z.number().nullable(),
    /** Samples clipped at full scale because the signal between the original's samples exceeded it. */
    clippedSamples: z.number().nullable(),
    madeAt: InstantMs.nullable(),
  })
  .meta({ id: 'Rendition' })
export type Rendition = z.infer<typeof Rendition>

const versionPath = '/api/projects/:projectId/tracks/:trackId/versions/:versionId' as const
const resampled = z.object({ rate: Rate.default(48_000) })
const ZipVersions = z.enum(['current', 'all'])

/**
 * Requesting a missing file answers 409 `rendition.not_ready` and starts making it: ask again shortly. The project's
 * live stream has its progress as `{versionId}/{name}`, 1 at the end. If too many are waiting the answer is 429
 * `queue.full`. An impossible one is 409 `rendition.impossible`, a failed one 409 `rendition.failed` until it is
 * requested with POST.
 */
export const renditionRoutes = contract({
  [`GET ${versionPath}/renditions` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'Renditions of a version, existing and possible',
    answer: z.object({ items: z.array(Rendition), nextCursor: z.null() }),
  },
  [`POST ${versionPath}/renditions` as const]: {
    access: 'track.listen',
    tokens: ['read'],
    guests: 'listen',
    summary: 'Request a rendition; answers its progress',
    body: RenditionSpec,
    answer: Rendition,
  },
  [`GET ${versionPath}/opus` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'Opus packets for slow connections, by byte ranges (docs/formats/frame-index.md)',
    answer: 'raw',
  },
  [`GET ${versionPath}/opus/index` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'Positions of the Opus packets (docs/formats/frame-index.md)',
    answer: 'raw',
  },
  [`GET ${versionPath}/resampled/stream` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'Lossless FLAC at another sample rate, by byte ranges',
    query: resampled,
    answer: 'raw',
  },
  [`GET ${versionPath}/resampled/index` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'Positions of its FLAC blocks (docs/formats/frame-index.md)',
    query: resampled,
    answer: 'raw',
  },
  [`GET ${versionPath}/flac` as const]: {
    access: 'track.download',
    guests: 'original',
    summary: 'FLAC with every sample of the original and tags',
    answer: 'raw',
  },
  [`GET ${versionPath}/mp3` as const]: {
    access: 'track.download',
    guests: 'download',
    summary: 'MP3 of 320 kbit/s with tags',
    answer: 'raw',
  },
  [`GET ${versionPath}/waveform` as const]: {
    access: 'track.listen',
    guests: 'listen',
    summary: 'The waveform as BBC audiowaveform writes it: .dat version 2 or JSON',
    query: z.object({
      format: z.enum(['dat', 'json']).default('dat'),
      bits: z.coerce
        .number()
        .pipe(z.literal([8, 16]))
        .default(16),
      samples_per_pixel: SamplesPerPixel.default(256),
      channels: WaveformChannels.default('mix'),
    }),
    answer: 'raw',
  },
  'GET /api/projects/:projectId/archive': {
    access: 'track.download',
    guests: 'original',
    audit: 'archive.downloaded',
    summary:
      'A ZIP of the originals: the current versions, all, or none, of all tracks or of those in ?tracks=; and of the ' +
      'project’s other files that the caller may see: none, the newest version of each, or all. Guests get the ' +
      'newest at most, and only if their link gives files',
    query: z.object({
      versions: z.enum(['current', 'all', 'none']).default('current'),
      files: z.enum(['none', 'newest', 'all']).default('none'),
      tracks: z
        .string()
        .max(8000)
        .transform((ids) => ids.split(','))
        .optional()
        .describe('Ids, separated by commas'),
    }),
    answer: 'raw',
  },
  'GET /api/projects/:projectId/tracks/:trackId/archive': {
    access: 'track.download',
    audit: 'archive.downloaded',
    summary: 'A ZIP of a track’s originals: all versions, or the current one',
    query: z.object({ versions: ZipVersions.default('all') }),
    answer: 'raw',
  },
})

export const renditionErrors = refusals({
  'rendition.not_ready': [409, 'This file is being prepared. Try again in a moment.'],
  'rendition.impossible': [409, 'This cannot be created from this version. Download the original instead.'],
  'rendition.failed': [409, 'This file could not be created. Try again, or download the original.'],
  'archive.empty': [404, 'There is nothing to download here yet.'],
})
