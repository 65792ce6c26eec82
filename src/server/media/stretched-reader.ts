// Load only in the disposable child process.
import type { Frames, Hertz } from '#shared/units.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

/** Samples on either side of the one that is interpolated. */
const REACH = 16
/** Positions between two samples for which weights are kept. */
const STEPS = 512
const READ: Frames = 2 ** 15

const WEIGHTS = Array.from({ length: STEPS + 1 }, (_, step) =>
  Float64Array.from({ length: 2 * REACH }, (__, i) => {
    const distance = i - REACH + 1 - step / STEPS
    const x = Math.PI * distance
    return (distance === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos(x / (REACH + 1)))
  }),
)

/** A recording at another speed: frame n is the source's frame n · speed, interpolated. */
export class StretchedReader implements SampleReader {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly #source: SampleReader
  readonly #speed: number
  #kept: Float64Array[]
  /** The source's frame of the first kept sample. */
  #keptFrom: Frames = -REACH
  #next: Frames = 0
  #ended = false

  constructor(source: SampleReader, speed: number) {
    this.#source = source
    this.#speed = speed
    this.sampleRate = source.sampleRate
    this.channels = source.channels
    this.#kept = Array.from({ length: source.channels }, () => new Float64Array(REACH))
  }

  async read(frames: Frames): Promise<readonly Float64Array[]> {
    const count = await this.#prepare(frames)
    const made = this.#kept.map((kept) => this.#interpolated(kept, count))
    this.#advance(count)
    return made
  }

  async skip(frames: Frames): Promise<Frames> {
    let passed = 0
    while (passed < frames) {
      const count = await this.#prepare(Math.min(READ, frames - passed))
      if (count === 0) break
      this.#advance(count)
      passed += count
    }
    return passed
  }

  /** Reads what the next frames are made from, and tells how many there are. */
  async #prepare(frames: Frames): Promise<Frames> {
    const last = Math.floor((this.#next + frames - 1) * this.#speed) + REACH
    while (!this.#ended && this.#keptFrom + this.#length <= last) {
      const samples = await this.#source.read(READ)
      this.#ended = (samples[0]?.length ?? 0) < READ
      this.#kept = this.#kept.map((kept, i) => {
        const more = samples[i] ?? new Float64Array(0)
        const all = new Float64Array(kept.length + more.length + (this.#ended ? REACH : 0))
        all.set(kept)
        all.set(more, kept.length)
        return all
      })
    }
    const available = Math.ceil((this.#keptFrom + this.#length - REACH) / this.#speed) - this.#next
    return Math.max(0, Math.min(frames, available))
  }

  #advance(count: Frames): void {
    this.#next += count
    const from = Math.max(this.#keptFrom, Math.floor(this.#next * this.#speed) - REACH)
    this.#kept = this.#kept.map((kept) => kept.slice(from - this.#keptFrom))
    this.#keptFrom = from
  }

  get #length(): Frames {
    return this.#kept[0]?.length ?? 0
  }

  #interpolated(kept: Float64Array, count: Frames): Float64Array {
    const made = new Float64Array(count)
    for (let i = 0; i < count; i++) {
      const position = (this.#next + i) * this.#speed
      const whole = Math.floor(position)
      const step = (position - whole) * STEPS
      const below = Math.floor(step)
      const share = step - below
      // Below one, as a share of the steps.
      const one = WEIGHTS[below] as Float64Array
      const other = WEIGHTS[below + 1] as Float64Array
      const start = whole - REACH + 1 - this.#keptFrom
      let sum = 0
      for (let k = 0; k < 2 * REACH; k++)
        // In bounds of the weights; outside of the recording is silence.
        sum += ((one[k] as number) * (1 - share) + (other[k] as number) * share) * (kept[start + k] ?? 0)
      made[i] = sum
    }
    return made
  }
}
