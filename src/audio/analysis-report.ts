import type { Frames, Hertz, Lufs, Seconds } from '#shared/units.ts'
import type { StreamSource } from '#audio/stream-source.ts'
import type { Tempo } from '#audio/tempo.ts'

/** What the file says it is, and what its decoded samples are. */
export interface AudioFormat {
  /** e.g. `WAV`, `AIFF`, `FLAC`, `M4A`, `MP3`, `Ogg`, `CAF`, `WMA`. */
  readonly container: string
  /** e.g. `PCM`, `FLAC`, `ALAC`, `AAC`, `MP3`, `Vorbis`, `Opus`, `WMA`. */
  readonly codec: string
  readonly lossless: boolean
  readonly sampleRate: Hertz
  readonly channels: number
  /** Bits of a lossless sample (16, 24, 32, 64); null for lossy codecs. */
  readonly bitDepth: number | null
  readonly float: boolean
  readonly totalFrames: Frames
  readonly durationSeconds: Seconds
  /** Only for lossy codecs. */
  readonly bitrateKbps: number | null
}

/** Silence is null: JSON has no minus infinity. */
export interface Loudness {
  readonly integrated: Lufs | null
  readonly range: number | null
  readonly momentaryMax: Lufs | null
  readonly shortTermMax: Lufs | null
  /** dBTP over all channels and per channel. */
  readonly truePeak: number | null
  readonly truePeakPerChannel: readonly (number | null)[]
  readonly samplePeak: number | null
  /**
   * Why there is no loudness although there is sound: objects have no level before a renderer places them. Each channel
   * has its peaks.
   */
  readonly notMeasured?: 'needs-renderer' | undefined
}

export type FindingKind =
  | 'true-peak-over'
  | 'clipped'
  | 'dc-offset'
  | 'mono'
  | 'channel-dead'
  | 'channel-weak'
  | 'channel-drops'
  | 'channel-weakens'
  | 'polarity-flips'
  | 'out-of-phase'
  | 'silent'
  | 'silence-head'
  | 'silence-tail'
  | 'decode-errors'
  | 'truncated'
  | 'longer'
  | 'checksum'
  | 'invalid-samples'
  | 'lossy'
  | 'stream-reduced'
  | 'sample-rate-changed'
  | 'bit-depth-changed'
  | 'channels-changed'
  | 'length-changed'
  | 'identical'
  | 'identical-audio'

/**
 * Something worth a look before others listen. `at` is where it first happens.
 * `stream-reduced`: what is streamed has fewer bits (`value`) than the original, which is kept as it is.
 */
export interface Finding {
  readonly kind: FindingKind
  readonly severity: 'notice' | 'warning' | 'problem'
  readonly at: Seconds | null
  /** How many times, or how many samples, where that says something. */
  readonly count: number | null
  /** dB, dBFS, seconds or Hz, as the kind says. */
  readonly value: number | null
  /** Zero-based, where one channel is meant. */
  readonly channel: number | null
  /**
   * Where it happens, in time order: all places, or the first and the worst of many. Only where there are several to
   * hear.
   */
  readonly places?: readonly FindingPlace[] | undefined
}

export interface FindingPlace {
  readonly at: Seconds
  /** In the unit of the finding's `value`. */
  readonly value: number | null
  readonly channel: number | null
}

/** Everything one pass over a file yields, besides the files it makes. */
export interface AnalysisReport {
  readonly format: AudioFormat
  readonly loudness: Loudness
  /** Null where nobody could say; reports of old have none. */
  readonly tempo?: Tempo | null | undefined
  readonly findings: readonly Finding[]
  readonly stream: StreamSource
  /**
   * What the samples are, whatever file they are in: two recordings of one length, rate and number of channels with the
   * same words here sound exactly alike. Kind of sample and MD5, as `s24:9a0364b9…`. Reports of old have none.
   */
  readonly samples?: string | undefined
}

/** Why a file cannot be used. Words for these live with the screens. */
export type AnalysisVerdict =
  'not-audio' | 'unsupported' | 'damaged' | 'too-many-channels' | 'no-samples' | 'too-long' | 'too-heavy'

export type AnalysisOutcome =
  | { readonly ok: true; readonly report: AnalysisReport }
  | { readonly ok: false; readonly verdict: AnalysisVerdict; readonly detail: string }
