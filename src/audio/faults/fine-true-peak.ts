import { CHUNK_FRAMES } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import { kaiser, sinc } from '#audio/true-peak-filter.ts'
import type { Frames } from '#shared/units.ts'

export interface FinePeak {
  /** Amplitude. */
  readonly level: number
  readonly frame: Frames
}

/** Points between two samples, and the samples on either side that decide them. */
const PHASES = 16
const REACH = 128
/** The passband is flat within 0.05 dB up to 0.49 of the sample rate. */
const KAISER_BETA = 8
/** The interpolator of the pass looks this far back from a chunk. */
const LATE = 16
/** How many of the loudest chunks are looked at again. */
const MOST = 48
const CONTEXT = LATE + CHUNK_FRAMES + 2 * REACH

interface Candidate {
  readonly level: number
  /** The frame of the first sample. */
  readonly from: Frames
  readonly samples: Float32Array
}

/**
 * Measures the highest true peak again with a longer filter. The pass itself uses sixteen taps, which read clipped
 * sound, with its energy near half the sample rate, up to half a decibel low.
 */
export class FineTruePeak {
  readonly #candidates: Candidate[][] = []
  /** Chunks whose following samples have not arrived. */
  readonly #waiting: { readonly channel: number; readonly level: number; readonly at: Frames }[] = []

  add(block: SampleBlock): void {
    const end = block.from + block.frames
    if (this.#waiting.length > 0) for (const one of this.#waiting.splice(0)) this.#keep(block, one)
    block.chunks.forEach(({ truePeaks }, channel) => {
      const chunks = Math.ceil(block.frames / CHUNK_FRAMES)
      let least = this.#least(channel)
      for (let chunk = 0; chunk < chunks; chunk++) {
        const level = truePeaks[chunk] ?? 0
        if (level <= least) continue
        const one = { channel, level, at: block.from + chunk * CHUNK_FRAMES }
        if (one.at + CHUNK_FRAMES + REACH <= end) this.#keep(block, one)
        else this.#waiting.push(one)
        least = this.#least(channel)
      }
    })
  }

  /** By channel, at the end: the highest point of each chunk that was looked at. `last` is the last block again. */
  peaks(last: SampleBlock | null): readonly (readonly FinePeak[])[] {
    if (last) for (const one of this.#waiting.splice(0)) this.#keep(last, one)
    return this.#candidates.map((candidates) => candidates.map(highest))
  }

  /** Only chunks louder than this are kept. */
  #least(channel: number): number {
    const kept = this.#candidates[channel]
    return kept && kept.length >= MOST ? (kept.at(-1)?.level ?? 0) : 0
  }

  #keep(
    block: SampleBlock,
    { channel, level, at }: { readonly channel: number; readonly level: number; readonly at: Frames },
  ): void {
    const plane = block.planes[channel]
    if (!plane || level <= this.#least(channel)) return
    const kept = (this.#candidates[channel] ??= [])
    const from = at - LATE - REACH
    const samples = new Float32Array(CONTEXT)
    const start = block.before + from - block.from
    const end = Math.min(start + CONTEXT, block.before + block.frames)
    samples.set(plane.subarray(Math.max(0, start), Math.max(0, end)), Math.max(0, -start))
    const place = kept.findIndex((other) => other.level < level)
    kept.splice(place < 0 ? kept.length : place, 0, { level, from, samples })
    if (kept.length > MOST) kept.pop()
  }
}

const TAPS: readonly Float64Array[] = Array.from({ length: PHASES - 1 }, (_, phase) => {
  const taps = Float64Array.from({ length: 2 * REACH }, (_, tap) => {
    const distance = tap - (REACH - 1) - (phase + 1) / PHASES
    return sinc(distance) * kaiser(distance / REACH, KAISER_BETA)
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
})

/** The highest point on or between the samples of a chunk and those just before it. */
function highest({ samples, from, level }: Candidate): FinePeak {
  let best: FinePeak = { level: 0, frame: from + REACH + LATE }
  for (let i = REACH; i < CONTEXT - REACH; i++) {
    const [here, next] = [Math.abs(samples[i] ?? 0), Math.abs(samples[i + 1] ?? 0)]
    if (here > best.level) best = { level: here, frame: from + i }
    // Between two quiet samples there is no peak.
    if (Math.max(here, next) < level / 2) continue
    for (const taps of TAPS) {
      let value = 0
      for (let tap = 0; tap < 2 * REACH; tap++) value += (taps[tap] ?? 0) * (samples[i - REACH + 1 + tap] ?? 0)
      if (Math.abs(value) > best.level) best = { level: Math.abs(value), frame: from + i }
    }
  }
  return best
}
