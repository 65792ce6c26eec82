import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import type { DecoderFacts } from './decode/decoder-facts.ts'
import type { MeterReading } from './mix/level-meter.ts'
import type { Monitoring } from './mix/monitoring.ts'
import type { SourcePiece, SourcePlacement } from './mix/source-placement.ts'
import type { DecoderKind, PlayerError } from './player-state.ts'
import type { LinePace } from './read/buffering-plan.ts'
import type { Playable, PlayableSource } from './read/playable.ts'

/*
 * Three parties: the page sends orders, the mixer (audio thread) owns the clock, the feeder (worker) fetches and
 * decodes. The mixer requests samples directly from the feeder, so a busy page never starves it.
 */

export type SourceId = number
/** planes[channel][frame] */
export type Planes = readonly Float32Array<ArrayBuffer>[]

export interface FrameLoop {
  readonly inFrame: Frames
  readonly outFrame: Frames
}

/** One of several sources in sample lock. */
export interface LoadedSource extends SourcePlacement {
  readonly id: SourceId
  readonly gain: number
}

/**
 * Append samples from `from` on, wrapping at the loop. Chunks carry the token of their order; those of older orders are
 * discarded. Before frame 0 and, within a loop, past the end there is silence. `queued` is the number of frames of an
 * earlier order still to be played.
 */
export interface SupplyOrder {
  readonly kind: 'supply'
  readonly source: SourceId
  readonly token: number
  readonly from: Frames
  readonly loop?: FrameLoop
  readonly queued: Frames
  /** In the frames of `from`; if omitted, these are the source's own. */
  readonly pieces?: readonly SourcePiece[] | undefined
}

export type MixerToFeeder =
  | SupplyOrder
  /** Played or discarded; the buffers are returned so that they are freed off the audio thread. */
  | {
      readonly kind: 'spent'
      readonly source: SourceId
      readonly token: number
      readonly frames: Frames
      readonly buffers: readonly ArrayBuffer[]
    }

export type FeederToMixer =
  | {
      readonly kind: 'chunk'
      readonly source: SourceId
      readonly token: number
      readonly start: Frames
      readonly planes: Planes
    }
  /** Nothing follows: the recording is over. */
  | { readonly kind: 'end'; readonly source: SourceId; readonly token: number }

export type PageToFeeder =
  /**
   * The first message: what is known of this browser's decoders. Without it the feeder checks them, except for
   * WebCodecs if `leavesWebCodecs`.
   */
  | { readonly kind: 'decoders'; readonly known?: DecoderFacts | undefined; readonly leavesWebCodecs: boolean }
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | {
      readonly kind: 'open'
      readonly source: SourceId
      readonly stream: PlayableSource
      readonly urls: Playable['urls']
      readonly from: Frames
    }
  /** Prefetch from here before the mixer requests it. */
  | { readonly kind: 'prime'; readonly source: SourceId; readonly from: Frames }
  | { readonly kind: 'close'; readonly source: SourceId }
  | { readonly kind: 'decoded'; readonly request: number; readonly planes?: Planes }
  /** The network may be back: retry now. */
  | { readonly kind: 'hurry' }

export type FeederToPage =
  | { readonly kind: 'opened'; readonly source: SourceId; readonly decoder: DecoderKind }
  | { readonly kind: 'retrying'; readonly source: SourceId; readonly isRetrying: boolean }
  | { readonly kind: 'pace'; readonly source: SourceId; readonly pace: LinePace }
  /** The first samples at the latest position are decoded. */
  | { readonly kind: 'ready'; readonly source: SourceId }
  | { readonly kind: 'failed'; readonly source: SourceId; readonly error: PlayerError }
  /** The feeder's result; undefined if a decoder did not answer in time. */
  | { readonly kind: 'decoders'; readonly facts: DecoderFacts | undefined }
  /** Only pages have `decodeAudioData`, so the worker requests it from the page. */
  | { readonly kind: 'decode'; readonly request: number; readonly file: ArrayBuffer; readonly sampleRate: Hertz }

export type PageToMixer =
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Fade out the present sound, then start these sources together from one frame. */
  | {
      readonly kind: 'load'
      readonly sources: readonly LoadedSource[]
      readonly frame: Frames
      readonly jump: number
      readonly loop?: FrameLoop
    }
  /** After the present sources, continue with this one without a gap; if omitted, stop. */
  | { readonly kind: 'next'; readonly source?: SourceId; readonly jump: number }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'seek'; readonly frame: Frames; readonly jump: number }
  | { readonly kind: 'loop'; readonly loop?: FrameLoop }
  /** Cross-fade to these gains, one per loaded source in order; negative inverts the polarity. */
  | { readonly kind: 'mix'; readonly gains: readonly number[] }
  /** Continue from here with other offsets between the loaded sources. */
  | { readonly kind: 'align'; readonly places: readonly SourcePlacement[]; readonly jump: number }
  | ClockOrder
  | AnchorOrder

/**
 * Continue on another source's timeline: frame numbers are its own from now on. Where it plays already, only numbers
 * and gains change. `frame` is where to go on if it has nothing at the present place.
 */
export interface ClockOrder {
  readonly kind: 'clock'
  /** Index among the loaded sources. */
  readonly source: number
  readonly frame: Frames
  readonly places: readonly SourcePlacement[]
  readonly gains: readonly number[]
  readonly jump: number
  readonly loop?: FrameLoop | undefined
}

/**
 * Play `frame` at context frame `at`, continuing at `speed`. The present sound is faded out; late frames are dropped,
 * early ones delayed.
 */
export interface AnchorOrder {
  readonly kind: 'anchor'
  readonly frame: Frames
  readonly at: Frames
  readonly speed: number
}

/** Processing between the mixer and the loudspeakers, on the same thread. */
export type ChainOrder =
  | { readonly kind: 'master'; readonly gain: number }
  | { readonly kind: 'speed'; readonly speed: number }
  /** With `hasRest`, the channels past the second have their own loudspeakers. `speakers` as the file names them. */
  | {
      readonly kind: 'monitoring'
      readonly monitoring: Monitoring
      readonly hasRest: boolean
      readonly speakers?: readonly string[]
    }
  /** Readings are sent 30 times a second while it is on. */
  | { readonly kind: 'meter'; readonly isOn: boolean; readonly clear: boolean }

export type MixerToPage =
  | MixerReport
  /** Null while nothing sounds. */
  | { readonly kind: 'reading'; readonly reading: MeterReading | null }

export type MixerState = 'playing' | 'paused' | 'waiting' | 'ended'

/** At context time `time` the mixer was at `frame`; during playback it advances with the context's clock. */
export interface MixerReport {
  readonly kind: 'report'
  readonly state: MixerState
  readonly frame: Frames
  readonly time: Seconds
  /** The last seek, load or next source that has taken effect. */
  readonly jump: number
  /** Sample frames waiting to be played. */
  readonly queued: Frames
  /** Number of buffer underruns since the engine was created. */
  readonly ranDry: number
  /** Frames of the recording per frame played; 1 if omitted. */
  readonly speed?: number
  /** Per source in order: the largest sample since the last report, before any gain. */
  readonly peaks: readonly number[]
}
