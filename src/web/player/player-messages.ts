import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import type { DecoderFacts } from './decode/decoder-facts.ts'
import type { MeterReading } from './mix/level-meter.ts'
import type { Monitoring } from './mix/monitoring.ts'
import type { DecoderKind, PlayerError } from './player-state.ts'
import type { LinePace } from './read/buffering-plan.ts'
import type { Playable, PlayableSource } from './read/playable.ts'

/*
 * Three parties: the page gives orders, the mixer (audio thread) owns the clock, the feeder (worker) fetches
 * and decodes. The mixer asks the feeder directly for what it needs next, so a busy page never starves it.
 */

export type SourceId = number
/** planes[channel][frame] */
export type Planes = readonly Float32Array<ArrayBuffer>[]

export interface FrameLoop {
  readonly inFrame: Frames
  readonly outFrame: Frames
}

/**
 * Of several sources that sound together, sample by sample: where the mixer stands at frame 0, this one is heard from
 * its frame `offset`.
 */
export interface LoadedSource {
  readonly id: SourceId
  readonly offset: Frames
  readonly gain: number
}

/**
 * "From now on append samples from `from`, wrapping at the loop." Chunks carry the token of the order they answer;
 * those of an older order are thrown away. Before frame 0 and, within a loop, past the end there is silence. `queued`
 * frames of an earlier order are still waiting to be heard.
 */
export interface SupplyOrder {
  readonly kind: 'supply'
  readonly source: SourceId
  readonly token: number
  readonly from: Frames
  readonly loop?: FrameLoop
  readonly queued: Frames
}

export type MixerToFeeder =
  | SupplyOrder
  /** Heard or thrown away; the buffers come along so that they are freed off the audio thread. */
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
   * Comes first: what is known of this browser's decoders; without it the feeder looks, past WebCodecs where that is to
   * be left alone.
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
  /** Fetch ahead from here although no mixer has asked yet. */
  | { readonly kind: 'prime'; readonly source: SourceId; readonly from: Frames }
  | { readonly kind: 'close'; readonly source: SourceId }
  | { readonly kind: 'decoded'; readonly request: number; readonly planes?: Planes }
  /** The line may be back: do not wait for the next attempt. */
  | { readonly kind: 'hurry' }

export type FeederToPage =
  | { readonly kind: 'opened'; readonly source: SourceId; readonly decoder: DecoderKind }
  | { readonly kind: 'retrying'; readonly source: SourceId; readonly isRetrying: boolean }
  | { readonly kind: 'pace'; readonly source: SourceId; readonly pace: LinePace }
  /** The first samples at the latest position are decoded. */
  | { readonly kind: 'ready'; readonly source: SourceId }
  | { readonly kind: 'failed'; readonly source: SourceId; readonly error: PlayerError }
  /** What the feeder found; nothing where a decoder did not answer in time. */
  | { readonly kind: 'decoders'; readonly facts: DecoderFacts | undefined }
  /** Only pages have `decodeAudioData`. */
  | { readonly kind: 'decode'; readonly request: number; readonly file: ArrayBuffer; readonly sampleRate: Hertz }

export type PageToMixer =
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Fade out what sounds, then let these sources sound together from one frame. */
  | {
      readonly kind: 'load'
      readonly sources: readonly LoadedSource[]
      readonly frame: Frames
      readonly jump: number
      readonly loop?: FrameLoop
    }
  /** When the present sources are over, go on with this one in the same breath; without a source, do not. */
  | { readonly kind: 'next'; readonly source?: SourceId; readonly jump: number }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'seek'; readonly frame: Frames; readonly jump: number }
  | { readonly kind: 'loop'; readonly loop?: FrameLoop }
  /** Cross-fade to these gains, one for each loaded source in order; below nought turns the polarity round. */
  | { readonly kind: 'mix'; readonly gains: readonly number[] }
  /** Go on from here with other offsets between the loaded sources. */
  | { readonly kind: 'align'; readonly offsets: readonly Frames[]; readonly jump: number }
  | AnchorOrder

/**
 * Let `frame` sound at context frame `at`, going on from there at `speed`: what sounds is faded, what is late dropped,
 * what is early held back.
 */
export interface AnchorOrder {
  readonly kind: 'anchor'
  readonly frame: Frames
  readonly at: Frames
  readonly speed: number
}

/** What happens between the mixer and the loudspeakers, on the same thread. */
export type ChainOrder =
  | { readonly kind: 'master'; readonly gain: number }
  | { readonly kind: 'speed'; readonly speed: number }
  /** With `hasRest` the channels past the second have loudspeakers of their own. */
  | { readonly kind: 'monitoring'; readonly monitoring: Monitoring; readonly hasRest: boolean }
  /** Readings are told thirty times a second while it is on. */
  | { readonly kind: 'meter'; readonly isOn: boolean; readonly clear: boolean }

export type MixerToPage =
  | MixerReport
  /** Null while nothing sounds. */
  | { readonly kind: 'reading'; readonly reading: MeterReading | null }

export type MixerState = 'playing' | 'paused' | 'waiting' | 'ended'

/** At context time `time` the mixer stood at `frame`; while playing it advances with the context's clock. */
export interface MixerReport {
  readonly kind: 'report'
  readonly state: MixerState
  readonly frame: Frames
  readonly time: Seconds
  /** The last seek, load or next source that has taken effect. */
  readonly jump: number
  /** Sample frames waiting to be heard. */
  readonly queued: Frames
  /** How often, since the engine was made, music that should go on fell silent for want of samples. */
  readonly ranDry: number
  /** Frames of the recording for each that is heard; 1 where it is not told. */
  readonly speed?: number
  /** Of each source in order: its largest sample since the last report, before any gain. */
  readonly peaks: readonly number[]
}
