import type { StreamSource } from '#audio/stream-source.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'

/** Opus for slow networks (docs/formats/frame-index.md), always at 48 kHz. */
export interface OpusSource {
  readonly kind: 'opus'
  readonly sampleRate: Hertz
  readonly channels: number
  readonly speakers?: readonly string[] | undefined
  readonly totalFrames: Frames
}

export type PlayableSource = StreamSource | OpusSource

/** What the player needs to know about one recording. */
export interface Playable {
  /** The version's id, so that screens can tell whether theirs is playing. */
  readonly id: string
  readonly title: string
  readonly artist?: string
  readonly album?: string
  /** The seed of the generated cover that a lock screen shows, unless there is a picture. */
  readonly coverId?: string | number
  readonly pictureUrl?: string
  readonly source: PlayableSource
  /** Both support range requests with the session cookie. PCM needs no index. */
  readonly urls: { readonly stream: string; readonly index?: string }
  /** The same music as Opus, for networks too slow for the original. */
  readonly opus?: { readonly stream: string; readonly index: string }
  readonly durationSeconds: Seconds
  /** The upload itself was lossy (MP3, AAC): played exactly, but never bit-exact to a master. */
  readonly isLossy?: boolean
  /** Sample peak and true peak of the original, in dBFS. */
  readonly peaks?: { readonly sample: Decibels; readonly between: Decibels }
}

/** A range to repeat; `outAt` is exclusive. */
export interface LoopRange {
  readonly inAt: Seconds
  readonly outAt: Seconds
}

/** The same music for a network too slow for the original; undefined if there is none. */
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
