// Load only in the disposable child process.
import { Resampler } from '#audio/resampler.ts'
import type { Sides } from '#audio/sample-alignment.ts'
import type { Frames, Hertz } from '#shared/units.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

/** A recording converted to a lower rate. */
export class ConvertedReader implements SampleReader {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly #source: SampleReader
  readonly #resamplers: readonly Resampler[]
  #left: readonly Float64Array[]
  #ended = false

  constructor(source: SampleReader, sampleRate: Hertz) {
    this.#source = source
    this.sampleRate = sampleRate
    this.channels = source.channels
    this.#resamplers = Array.from({ length: source.channels }, () => new Resampler(source.sampleRate, sampleRate))
    this.#left = Array.from({ length: source.channels }, () => new Float64Array(0))
  }

  async read(frames: Frames): Promise<readonly Float64Array[]> {
    while (!this.#ended && this.#ready < frames) await this.#convert(frames, 0)
    const taken = this.#left.map((left) => left.subarray(0, frames))
    this.#left = this.#left.map((left) => left.subarray(frames))
    return taken
  }

  async skip(frames: Frames): Promise<Frames> {
    let passed = Math.min(frames, this.#ready)
    this.#left = this.#left.map((left) => left.subarray(passed))
    while (!this.#ended && passed < frames) {
      const before = this.#resamplers[0]?.frames ?? 0
      await this.#convert(Math.min(MOST_SKIPPED, frames - passed), frames - passed)
      passed += Math.min(frames - passed, (this.#resamplers[0]?.frames ?? 0) - before)
    }
    return passed
  }

  get #ready(): Frames {
    return this.#left[0]?.length ?? 0
  }

  /** Reads on for about as many frames, of which the first are not computed. */
  async #convert(frames: Frames, pass: Frames): Promise<void> {
    const asked = Math.ceil((frames * this.#source.sampleRate) / this.sampleRate)
    const samples = await this.#source.read(asked)
    this.#ended = (samples[0]?.length ?? 0) < asked
    this.#left = this.#left.map((left, i) =>
      joined(left, this.#resamplers[i]?.push(samples[i] ?? new Float64Array(0), this.#ended, pass)),
    )
  }
}

const MOST_SKIPPED: Frames = 2 ** 16

function joined(first: Float64Array, second: Float64Array = new Float64Array(0)): Float64Array {
  const all = new Float64Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** Mixes any number of channels to two sides: even ones to the left, odd ones to the right, a mono channel to both. */
export function sidesOf(samples: readonly Float64Array[]): Sides {
  const [left = new Float64Array(0), right = left] = samples
  if (samples.length <= 2) return { left, right }
  return { left: mean(samples.filter((_, i) => i % 2 === 0)), right: mean(samples.filter((_, i) => i % 2 === 1)) }
}

function mean(channels: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(channels[0]?.length ?? 0)
  for (const channel of channels) channel.forEach((sample, i) => (sum[i] = (sum[i] ?? 0) + sample / channels.length))
  return sum
}
