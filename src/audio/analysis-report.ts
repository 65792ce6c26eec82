import type { Frames, Hertz, Lufs, Seconds } from '#shared/units.ts'
import type { StreamSource } from '#audio/stream-source.ts'
import type { MeasuredKey } from '#audio/key/musical-key.ts'
import type { Tempo } from '#audio/tempo.ts'

/** What the file declares, and what its decoded samples are. */
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
  /** Bits of an integer sample that are ever other than zero, counted from the top; missing if all are, or unknown. */
  readonly usedBits?: number | undefined
  readonly totalFrames: Frames
  readonly durationSeconds: Seconds
  /** Null for lossless codecs. */
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
  /** In dB, of the channel with the most energy; missing in old reports. */
  readonly crest?: number | null | undefined
  /**
   * Why there is no loudness despite audible sound: audio objects have no level until a renderer places them. Peaks per
   * channel are measured anyway.
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
  | 'off-balance'
  | 'drop-out'
  | 'clicks'
  | 'flat-tops'
  | 'hum'
  | 'lossy-source'
  | 'upsampled'
  | 'padded-bits'
  | 'abrupt-start'
  | 'abrupt-end'
  | 'true-peak-target'
  | 'loudness-target'
  | 'sample-rate-target'
  | 'bit-depth-target'
  | 'head-target'
  | 'tail-target'
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
 * A possible problem to check. `at` is the first occurrence. `stream-reduced`: the stream has fewer bits (`value`) than
 * the original, which is stored unchanged.
 */
export interface Finding {
  readonly kind: FindingKind
  readonly severity: 'notice' | 'warning' | 'problem'
  readonly at: Seconds | null
  /** The number of occurrences or samples, where that is meaningful. */
  readonly count: number | null
  /** In dB, dBFS, seconds or Hz, depending on the kind. */
  readonly value: number | null
  /** Zero-based; null if it concerns no single channel. */
  readonly channel: number | null
  /** Total of all occurrences, of kinds that last. */
  readonly length?: Seconds | undefined
  /** What was asked for, of kinds that end in `-target`; `value` is what was measured. */
  readonly target?: number | undefined
  /** dBFS, of kinds whose `value` is a frequency. */
  readonly level?: number | undefined
  /** It may be meant, or be music: said as a question. */
  readonly unsure?: boolean | undefined
  /** Occurrences in order of time: all, or the first and the worst of many. Omitted for a single one. */
  readonly places?: readonly FindingPlace[] | undefined
}

export interface FindingPlace {
  readonly at: Seconds
  /** In the unit of the finding's `value`. */
  readonly value: number | null
  readonly channel: number | null
}

/** Everything measured in one pass over a file, besides the files it makes. */
export interface AnalysisReport {
  readonly format: AudioFormat
  readonly loudness: Loudness
  /** Null if it could not be determined; missing in old reports. */
  readonly tempo?: Tempo | null | undefined
  /** Null if the notes allow no clear one; missing in old reports. */
  readonly key?: MeasuredKey | null | undefined
  readonly findings: readonly Finding[]
  /** Where the highest true peak is; missing in silence and in old reports. */
  readonly truePeakAt?: Seconds | undefined
  /** Seconds at or below −60 dBFS at the start and at the end; missing in silence and in old reports. */
  readonly silence?: { readonly head: Seconds; readonly tail: Seconds } | undefined
  readonly stream: StreamSource
  /**
   * Sample format and MD5, such as `s24:9a0364b9…`, independent of the file format: two recordings with equal length,
   * rate, channels and value are identical. Missing in old reports.
   */
  readonly samples?: string | undefined
}

/** Why a file cannot be used. The texts are in the client. */
export type AnalysisVerdict =
  'not-audio' | 'unsupported' | 'damaged' | 'too-many-channels' | 'no-samples' | 'too-long' | 'too-heavy'

export type AnalysisOutcome =
  | { readonly ok: true; readonly report: AnalysisReport }
  | { readonly ok: false; readonly verdict: AnalysisVerdict; readonly detail: string }
