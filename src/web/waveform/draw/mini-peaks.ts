import { PEAKS_BYTES_PER_CHANNEL, type PeaksFacts, type PeaksLevel, peaksLayout } from '#audio/peaks-file.ts'

const KEPT = 400
/** Oldest first. */
const kept = new Map<string, Promise<Float32Array>>()

/**
 * The coarsest level of a peaks file as one maximum excursion (0 to 1) per point over all channels. Loaded by one small
 * request and cached.
 */
export function miniPeaks(url: string, facts: PeaksFacts): Promise<Float32Array> {
  const known = kept.get(url)
  if (known) return known
  const wanted = fetchCoarsest(url, facts)
  kept.set(url, wanted)
  wanted.catch(() => kept.delete(url))
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return wanted
}

async function fetchCoarsest(url: string, { totalFrames, channels }: PeaksFacts): Promise<Float32Array> {
  const level = peaksLayout(totalFrames, channels).at(-1)
  return level ? fetchPoints({ url, channels, level, first: 0, points: level.points }) : new Float32Array()
}

interface WantedPoints {
  readonly url: string
  readonly channels: number
  readonly level: PeaksLevel
  readonly first: number
  readonly points: number
}

/** A stretch of one level of a peaks file, by one request. */
export async function fetchPoints({ url, channels, level, first, points }: WantedPoints): Promise<Float32Array> {
  if (points <= 0) return new Float32Array()
  const pointBytes = channels * PEAKS_BYTES_PER_CHANNEL
  const from = level.byteOffset + first * pointBytes
  const response = await fetch(url, {
    headers: { range: `bytes=${from}-${from + points * pointBytes - 1}` },
    credentials: 'same-origin',
  })
  if (response.status !== 206) throw new Error(`peaks answered ${response.status}`)
  return loudest(new Int8Array(await response.arrayBuffer()), points, channels)
}

function loudest(bytes: Int8Array, points: number, channels: number): Float32Array {
  return Float32Array.from({ length: points }, (_, point) => {
    let most = 0
    for (let channel = 0; channel < channels; channel++) {
      const at = (point * channels + channel) * PEAKS_BYTES_PER_CHANNEL
      most = Math.max(most, -(bytes[at] ?? 0), bytes[at + 1] ?? 0)
    }
    return Math.min(1, most / 127)
  })
}

/** As many bars as fit, each the mean of its points' excursions: with maxima, all bars would be equally tall. */
export function miniBars(levels: Float32Array, bars: number): Float32Array {
  return Float32Array.from({ length: bars }, (_, bar) => {
    const first = Math.floor((bar * levels.length) / bars)
    const part = levels.subarray(first, Math.max(first + 1, Math.floor(((bar + 1) * levels.length) / bars)))
    return part.reduce((sum, level) => sum + level, 0) / Math.max(1, part.length)
  })
}
