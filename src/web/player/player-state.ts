import type { Decibels, Hertz } from '#shared/units.ts'
import type { DeckOrder } from './mix/deck-order.ts'
import type { ListenMode, Monitoring } from './mix/monitoring.ts'
import type { LoopRange, Playable } from './read/playable.ts'

/**
 * - `empty` nothing loaded · `loading` the first samples have not arrived · `paused` · `playing`
 * - `stalled` the network is too slow or broken; playback resumes when samples arrive
 * - `ended` the end was played · `failed` see `error`
 */
export type PlayerPhase = 'empty' | 'loading' | 'paused' | 'playing' | 'stalled' | 'ended' | 'failed'

/**
 * - `not-allowed` the session ended or access was withdrawn (401, 403)
 * - `gone` the rendition no longer exists (404, 410)
 * - `refused` the server did not answer with the requested range
 * - `damaged` the bytes cannot be decoded · `unsupported` this browser cannot play such a file
 * - `insecure` the page is not on https, where browsers have no AudioWorklet
 */
export type PlayerErrorKind = 'not-allowed' | 'gone' | 'refused' | 'damaged' | 'unsupported' | 'insecure'

export interface PlayerError {
  readonly kind: PlayerErrorKind
  /** For the log; screens have their own text for each kind. */
  readonly detail: string
}

/**
 * How samples are decoded: WebCodecs, `decodeAudioData` piece by piece, or plain PCM. Unproven means that this
 * browser's `decodeAudioData` was not shown to give the file's exact samples.
 */
export type DecoderKind = 'webcodecs' | 'decode-audio-data' | 'unproven-decode-audio-data' | 'pcm'

export type ProofReason =
  | { readonly kind: 'lossy-source' }
  /** Opus instead of the original, because the network is slow. */
  | { readonly kind: 'slow-line' }
  /** The output device runs at another rate, so the browser resamples. */
  | { readonly kind: 'resampled'; readonly from: Hertz; readonly to: Hertz }
  | { readonly kind: 'gain'; readonly decibels: Decibels }
  | { readonly kind: 'muted' }
  /** Turned down so that a comparison is fair. */
  | { readonly kind: 'matched'; readonly decibels: Decibels }
  /** One recording minus another. */
  | { readonly kind: 'difference' }
  /** The server resampled it to the rate of the source it is compared with. */
  | { readonly kind: 'resampled-rendition'; readonly from: Hertz; readonly to: Hertz }
  | { readonly kind: 'fallback-decoder' }
  /** All channels are folded into two: the device has fewer loudspeakers, or somebody chose it. */
  | { readonly kind: 'folded-down'; readonly from: number; readonly to: number }
  /** More channels than the device has: only the first play. */
  | { readonly kind: 'first-channels'; readonly from: number; readonly to: number }
  /** One channel plays alone; `channel` counts from 0. */
  | {
      readonly kind: 'solo'
      readonly channel: number
      readonly of: number
      readonly speakers?: readonly string[]
    }
  | { readonly kind: 'speed'; readonly speed: number }
  | { readonly kind: 'listen-mode'; readonly mode: Exclude<ListenMode, 'stereo'> }
  | { readonly kind: 'dimmed' }
  /** Samples beyond full scale are clipped: by the `device`, `perhaps` by it, or already in the `stream`. */
  | { readonly kind: 'over-full-scale'; readonly decibels: Decibels; readonly where: 'device' | 'perhaps' | 'stream' }

/** Whether what leaves the page equals the original's samples and, if not, all reasons why. */
export interface Proof {
  readonly bitTrue: boolean
  readonly reasons: readonly ProofReason[]
}

/** Everything a screen shows except the playhead. A new object on every change, the same one in between. */
export interface PlayerSnapshot {
  readonly phase: PlayerPhase
  readonly playable?: Playable
  /** Set while a comparison plays; `playable` then covers the whole deck. */
  readonly deck?: DeckOrder
  /** Whether the user pressed play; in `loading` and `stalled`, sound starts as soon as it can. */
  readonly wantsToPlay: boolean
  readonly error?: PlayerError
  /** A request failed and is being retried; playback continues while the buffer lasts. */
  readonly isRetrying: boolean
  /** 0 is unity, -Infinity silence. */
  readonly volume: Decibels
  readonly isMuted: boolean
  /** 0.5 to 2, at the same pitch. */
  readonly speed: number
  readonly monitoring: Monitoring
  readonly loop?: LoopRange
  readonly decoder?: DecoderKind
  readonly proof: Proof
}

export interface ProofFacts {
  readonly playable?: Playable
  readonly deck?: DeckOrder
  readonly volume: Decibels
  readonly isMuted: boolean
  readonly speed?: number
  readonly monitoring?: Monitoring
  readonly decoder?: DecoderKind
  /** Unknown until something has been played. */
  readonly deviceRate?: Hertz
  readonly deviceChannels?: number
}
