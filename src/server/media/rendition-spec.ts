import type { Frame } from 'node-av/lib'
import type { Frames, Hertz } from '#shared/units.ts'

/** The rendition that a child makes of an upload. */
export type MediaRenditionSpec =
  /** Raw Opus packets and their index (docs/formats/frame-index.md). */
  | { readonly kind: 'opus' }
  /** MP3 at 320 kbit/s, with a length header and without tags. */
  | { readonly kind: 'mp3' }
  /** 24-bit FLAC at another rate, and its index. */
  | { readonly kind: 'resampled'; readonly rate: Hertz }
  /** The minimum and maximum points of a waveform, 16 bit, as `.dat` version 2. */
  | { readonly kind: 'waveform'; readonly samplesPerPixel: Frames; readonly split: boolean }

/** The rendition that was made. */
export interface MadeRendition {
  readonly sampleRate: Hertz
  readonly channels: number
  /** At the rendition's rate, without the encoder's delay and padding. */
  readonly totalFrames: Frames
  /** Samples that exceeded full scale during conversion and were clipped. */
  readonly clippedSamples: number
}

// Load only in the disposable child process.
/** Makes one rendition while the recording is decoded. */
export interface RenditionMaker {
  add(frame: Frame): void
  finish(): MadeRendition
}
