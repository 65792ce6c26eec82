import type { Frames, Hertz, Milliseconds, Seconds } from '#shared/units.ts'

/** What the load makers are told: bench/listener-load.ts writes it, bench/load-makers.ts carries it out. */
export interface LoadPlan {
  /** How long the listening goes on; longer where uploads are still under way. */
  readonly seconds: Seconds
  readonly listeners: readonly ListenerPlan[]
  readonly uploaders: readonly UploaderPlan[]
  /** Notes written in turn while the load lasts; empty where the server has none. */
  readonly notes: readonly NotePlan[]
  readonly noteEveryMs: Milliseconds
}

/** Somebody who listens to one version over and over, from a place of their own. */
export interface ListenerPlan {
  readonly streamUrl: string
  readonly cookie: string
  readonly map: {
    readonly sampleRate: Hertz
    readonly channels: number
    readonly totalFrames: Frames
    readonly streamBytes: number
  }
  /** The open page's socket; null where the server has none. */
  readonly live: { readonly url: string; readonly say: readonly string[] } | null
}

/** Somebody who sends bounce after bounce over a home line. */
export interface UploaderPlan {
  /** `tus` as the product's page does; `put` as curl -T does. */
  readonly by: 'tus' | 'put'
  readonly url: string
  readonly cookie: string
  readonly file: string
  readonly times: number
  readonly bytesPerSecond: number
}

export interface NotePlan {
  readonly url: string
  readonly cookie: string
  readonly body: string
  /** How many of the listeners' sockets must hear it. */
  readonly hearers: number
}

/** What the load makers saw. Times are those of a range, of an upload, of a note heard. */
export interface LoadSeen {
  readonly tookSeconds: Seconds
  readonly bytesHeard: number
  readonly bytesSent: number
  readonly firstByteMs: readonly Milliseconds[]
  readonly rangeMs: readonly Milliseconds[]
  /** From pressing play to the first half second of music. */
  readonly startMs: readonly Milliseconds[]
  readonly starvedListeners: number
  readonly starvedSeconds: Seconds
  readonly listenedSeconds: Seconds
  readonly uploadSeconds: readonly Seconds[]
  readonly failedUploads: number
  readonly failedRanges: number
  readonly heardMs: readonly Milliseconds[]
  readonly notesMissed: number
  /** Of the load makers themselves: where they are busy all the time, the server was not the limit. */
  readonly makersCpuSeconds: Seconds
}
