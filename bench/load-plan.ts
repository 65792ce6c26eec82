import type { Frames, Hertz, Milliseconds, Seconds } from '#shared/units.ts'

/** The plan of the load makers: bench/listener-load.ts writes it, bench/load-makers.ts executes it. */
export interface LoadPlan {
  /** Duration of listening; longer if uploads are still running. */
  readonly seconds: Seconds
  readonly listeners: readonly ListenerPlan[]
  readonly uploaders: readonly UploaderPlan[]
  /** Notes written in turn during the load; empty if the server has none. */
  readonly notes: readonly NotePlan[]
  readonly noteEveryMs: Milliseconds
}

/** A listener who repeats one version, from an individual position. */
export interface ListenerPlan {
  readonly streamUrl: string
  readonly cookie: string
  readonly map: {
    readonly sampleRate: Hertz
    readonly channels: number
    readonly totalFrames: Frames
    readonly streamBytes: number
  }
  /** The open page's socket; null if the server has none. */
  readonly live: { readonly url: string; readonly say: readonly string[] } | null
}

/** An uploader who sends bounces in sequence over a home connection. */
export interface UploaderPlan {
  /** `tus` like the product's page; `put` like curl -T. */
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
  /** How many of the listeners' sockets must receive it. */
  readonly hearers: number
}

/** Results of the load makers. Times are those of a range, of an upload, and of a note's arrival. */
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
  /** Of the load makers: if they are busy all the time, the server was not the limit. */
  readonly makersCpuSeconds: Seconds
}
