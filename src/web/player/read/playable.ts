import type { StreamSource } from '#audio/stream-source.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'

/** Opus for slow lines (docs/formats/frame-index.md); its rate is 48 kHz whatever the original's is. */
export interface OpusSource {
  readonly kind: 'opus'
  readonly sampleRate: Hertz
  readonly channels: number
  readonly totalFrames: Frames
}

export type PlayableSource = StreamSource | OpusSource

/** One recording as the player needs to know it. */
export interface Playable {
  /** Names the version that is heard, for screens that ask whether it is theirs. */
  readonly id: string
  readonly title: string
  readonly artist?: string
  readonly album?: string
  readonly artworkUrl?: string
  readonly source: PlayableSource
  /** Both answer byte ranges to whoever carries the session cookie. PCM needs no index. */
  readonly urls: { readonly stream: string; readonly index?: string }
  /** Where the same music is as Opus, for lines too slow for the original. */
  readonly opus?: { readonly stream: string; readonly index: string }
  readonly durationSeconds: Seconds
  /** The upload itself was MP3, AAC or the like: heard exactly, but never bit-true to a master. */
  readonly isLossy?: boolean
  /** The highest sample of the original, and the highest between samples; against full scale. */
  readonly peaks?: { readonly sample: Decibels; readonly between: Decibels }
}

/** A stretch to repeat; `outAt` is the first moment that is not heard any more. */
export interface LoopRange {
  readonly inAt: Seconds
  readonly outAt: Seconds
}

/** The same music for a line too slow for the original; undefined where there is none. */
export function onSlowLine(playable: Playable): Playable | undefined {
  const { opus, source, durationSeconds } = playable
  if (!opus) return undefined
  return {
    ...playable,
    source: {
      kind: 'opus',
      sampleRate: 48_000,
      channels: source.channels,
      totalFrames: Math.ceil((source.totalFrames * 48_000) / source.sampleRate),
    },
    urls: opus,
    durationSeconds,
  }
}
