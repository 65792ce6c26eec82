import type { Frames, Milliseconds, Seconds } from '#shared/units.ts'
import type { BlockMap } from '../decode/block-map.ts'
import type { LineFacts } from './bandwidth-estimator.ts'

export interface BufferingPlan {
  /** Decoded frames that may be buffered ahead of the audible position. */
  readonly limit: Frames
  /** The largest size of one request. */
  readonly piece: Frames
}

/** How the network keeps up with the music that is fetched over it. */
export interface LinePace {
  readonly bytesPerSecond: number
  /** Consumption during playback, all sources together. */
  readonly musicBytesPerSecond: number
  readonly aheadSeconds: Seconds
}

const SHORTEST_SECONDS = 10
const LONGEST_SECONDS = 45
/** A network this many times faster than the music needs only the shortest buffer. */
const EASY = 6
/** Limit for decoded samples of all sources together, four bytes each. */
const AHEAD_BYTES = 32 * 2 ** 20
const PIECE_SECONDS = 4
/** A request must last this many round trips, or the network idles between requests. */
const PIECE_ROUND_TRIPS = 10

/**
 * How far ahead to fetch: 10 s on a fast network, up to 45 s on one that barely keeps up, at most an equal share of 32
 * MiB among `sources`. High latency makes the requests longer.
 */
export function planBuffering(
  map: BlockMap,
  { bytesPerSecond, roundTripMs = 0 }: LineFacts,
  sources: number,
): BufferingPlan {
  const { sampleRate, channels } = map
  const needed = musicBytesPerSecond(map) * Math.max(1, sources)
  const headroom = bytesPerSecond === undefined ? EASY : bytesPerSecond / needed
  const seconds = clamp((SHORTEST_SECONDS * EASY) / headroom, SHORTEST_SECONDS, LONGEST_SECONDS)
  const limit = Math.floor(Math.min(seconds * sampleRate, AHEAD_BYTES / Math.max(1, sources) / 4 / channels))
  const piece = Math.max(PIECE_SECONDS, (PIECE_ROUND_TRIPS * roundTripMs * Math.min(headroom, EASY)) / 1000)
  return { limit, piece: Math.floor(Math.min(piece * sampleRate, limit / 2)) }
}

/** How many encoded bytes per second playback consumes. */
export function musicBytesPerSecond({
  streamBytes,
  totalFrames,
  sampleRate,
}: Pick<BlockMap, 'streamBytes' | 'totalFrames' | 'sampleRate'>): number {
  return (streamBytes * sampleRate) / Math.max(1, totalFrames)
}

/**
 * How long a connection may be silent before it counts as dead: many round trips, longer after each failure, 3 to 12 s.
 */
export function patience({ roundTripMs = 150 }: LineFacts, failures: number): Milliseconds {
  return clamp(20 * roundTripMs * 2 ** failures, 3000 * Math.min(4, 1 + failures), 12_000)
}

function clamp(value: Seconds, low: Seconds, high: Seconds): Seconds {
  return Math.max(low, Math.min(high, value))
}
