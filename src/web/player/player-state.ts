import type { Decibels, Hertz } from '#shared/units.ts'
import type { DeckOrder } from './mix/deck-order.ts'
import type { ListenMode, Monitoring } from './mix/monitoring.ts'
import type { LoopRange, Playable } from './read/playable.ts'

/**
 * - `empty` nothing chosen · `loading` the first samples are not here yet · `paused` · `playing`
 * - `stalled` should be playing, but the line is too slow or broken: goes on by itself
 * - `ended` the end was heard · `failed` see `error`
 */
export type PlayerPhase = 'empty' | 'loading' | 'paused' | 'playing' | 'stalled' | 'ended' | 'failed'

/**
 * - `not-allowed` the session ended or access was withdrawn (401, 403)
 * - `gone` the rendition is not there any more (404, 410)
 * - `refused` the server answered something that is not the asked range
 * - `damaged` the bytes cannot be decoded · `unsupported` this browser cannot play such a file
 * - `insecure` the page is not on https, where browsers have no AudioWorklet
 */
export type PlayerErrorKind = 'not-allowed' | 'gone' | 'refused' | 'damaged' | 'unsupported' | 'insecure'

export interface PlayerError {
  readonly kind: PlayerErrorKind
  /** For the log; screens word the kind. */
  readonly detail: string
}

/**
 * How samples are made: WebCodecs, the page's own decoder piece by piece, or read as they are. Unproven is the page's
 * decoder where this browser's was not found to give the file's own samples.
 */
export type DecoderKind = 'webcodecs' | 'decode-audio-data' | 'unproven-decode-audio-data' | 'pcm'

export type ProofReason =
  | { readonly kind: 'lossy-source' }
  /** Opus in place of the original, because the line is slow. */
  | { readonly kind: 'slow-line' }
  /** The output device runs at another rate, so the browser resamples on the way out. */
  | { readonly kind: 'resampled'; readonly from: Hertz; readonly to: Hertz }
  | { readonly kind: 'gain'; readonly decibels: Decibels }
  | { readonly kind: 'muted' }
  /** Turned down so that a comparison is fair. */
  | { readonly kind: 'matched'; readonly decibels: Decibels }
  /** One recording minus another. */
  | { readonly kind: 'difference' }
  /** The server resampled it to the rate of what it is compared with. */
  | { readonly kind: 'resampled-rendition'; readonly from: Hertz; readonly to: Hertz }
  | { readonly kind: 'fallback-decoder' }
  /** All channels into two, as chosen. */
  | { readonly kind: 'folded-down'; readonly from: number; readonly to: number }
  /** More channels than the device has: only the first are heard. */
  | { readonly kind: 'first-channels'; readonly from: number; readonly to: number }
  | { readonly kind: 'speed'; readonly speed: number }
  | { readonly kind: 'listen-mode'; readonly mode: Exclude<ListenMode, 'stereo'> }
  | { readonly kind: 'dimmed' }
  /** Samples beyond full scale are cut: by the `device`, `perhaps` by it, or in the `stream` already. */
  | { readonly kind: 'over-full-scale'; readonly decibels: Decibels; readonly where: 'device' | 'perhaps' | 'stream' }

/** Whether what leaves the page equals the original's samples, and if not, all the reasons why. */
export interface Proof {
  readonly bitTrue: boolean
  readonly reasons: readonly ProofReason[]
}

/** Everything a screen shows but the playhead. A new object on every change, the same one in between. */
export interface PlayerSnapshot {
  readonly phase: PlayerPhase
  readonly playable?: Playable
  /** Set while a comparison is heard; `playable` is then the whole of it. */
  readonly deck?: DeckOrder
  /** What the person asked for; with `loading` and `stalled` it will sound as soon as it can. */
  readonly wantsToPlay: boolean
  readonly error?: PlayerError
  /** A request failed and is being tried again; playback goes on while the buffer lasts. */
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
  /** Unknown until something was played. */
  readonly deviceRate?: Hertz
  readonly deviceChannels?: number
}
