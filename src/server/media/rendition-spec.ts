import type { Frame } from 'node-av/lib'
import type { Frames, Hertz } from '#shared/units.ts'

/** What a rendition child is asked to make of an upload. */
export type MediaRenditionSpec =
  /** Raw Opus packets and their index (docs/formats/frame-index.md). */
  | { readonly kind: 'opus' }
  /** MP3 of 320 kbit/s, with a frame that says how long it is and no tags. */
  | { readonly kind: 'mp3' }
  /** FLAC of 24 bits at another rate, and its index. */
  | { readonly kind: 'resampled'; readonly rate: Hertz }
  /** The points of a waveform: minimum and maximum, 16 bit, as `.dat` version 2. */
  | { readonly kind: 'waveform'; readonly samplesPerPixel: Frames; readonly split: boolean }

/** What came of it. */
export interface MadeRendition {
  readonly sampleRate: Hertz
  readonly channels: number
  /** Of the recording, at that rate; what an encoder adds before and after does not count. */
  readonly totalFrames: Frames
  /** Samples that went beyond full scale on the way and were held at it. */
  readonly clippedSamples: number
}

// Loaded in the disposable child only.
/** Makes one rendition while the recording is decoded. */
export interface RenditionMaker {
  add(frame: Frame): void
  finish(): MadeRendition
}
