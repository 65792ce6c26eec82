import type { Frames, Hertz } from '#shared/units.ts'

/** Fills planes with the sound that follows. */
export type PullSound = (planes: readonly Float32Array[]) => void

const HOP_SECONDS = 0.03
/** A period of 40 Hz fits into the search, so that bass is joined in phase. */
const SEARCH_SECONDS = 0.0125
const PULL_FRAMES = 128
/** Length of the fade-out of discarded sound after a jump. */
const TAIL_SECONDS = 0.006
/** The first pass of the search tests every 8th frame. */
const COARSE = 8

/**
 * Plays slower or faster at the same pitch (WSOLA): overlaps short segments of the sound, each shifted slightly to
 * continue the one before. At speed 1, samples pass unchanged.
 * @see Verhelst and Roelands, An overlap-add technique based on waveform similarity (1993)
 */
export class TimeStretch {
  readonly #pull: PullSound
  readonly #hop: Frames
  readonly #search: Frames
  readonly #fadeIn: Float32Array
  readonly #input: readonly Float32Array[]
  readonly #mix: Float32Array
  readonly #hopped: readonly Float32Array[]
  readonly #block: readonly Float32Array[]
  /** Number of valid input frames. */
  #filled: Frames = 0
  /** Where the segment that is fading out continues. */
  #natural: Frames = 0
  /** Where the next segment would begin by the clock alone. */
  #ideal = 0
  /** Frames of the present hop that have been output. */
  #heard: Frames = 0
  #state: 'bypassed' | 'stretching' | 'emptying' = 'bypassed'
  #speed = 1
  readonly #tail: readonly Float32Array[]
  /** Frames of the tail that have been output; all of them if there is none. */
  #tailAt: Frames

  constructor(channels: number, sampleRate: Hertz, pull: PullSound) {
    this.#pull = pull
    this.#hop = Math.round(HOP_SECONDS * sampleRate)
    this.#search = Math.round(SEARCH_SECONDS * sampleRate)
    this.#fadeIn = Float32Array.from(
      { length: this.#hop },
      (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / this.#hop),
    )
    const planes = (length: Frames) => Array.from({ length: channels }, () => new Float32Array(length))
    this.#input = planes(6 * this.#hop + 4 * this.#search + PULL_FRAMES)
    this.#mix = new Float32Array(this.#input[0]?.length ?? 0)
    this.#hopped = planes(this.#hop)
    this.#block = planes(PULL_FRAMES)
    this.#tail = planes(Math.round(TAIL_SECONDS * sampleRate))
    this.#tailAt = this.#tailFrames
  }

  /** Takes effect at the next joint. At 1, the output is bit-exact once the buffered sound has been played. */
  setSpeed(speed: number): void {
    this.#speed = speed
  }

  get speed(): number {
    return this.#speed
  }

  /** Frames pulled and not yet output; slightly negative if a fast stretch skips some. */
  get lag(): Frames {
    if (this.#state === 'bypassed') return 0
    if (this.#state === 'emptying') return this.#filled - this.#natural
    return this.#filled - this.#ideal + (this.#hop - this.#heard) * this.#speed
  }

  /**
   * Call on a jump: discards what was pulled and not output, except for a short fade under the new sound. Returns false
   * at speed 1, where nothing is buffered.
   */
  flush(): boolean {
    if (this.#state === 'bypassed') return false
    this.#makeRoom()
    this.#fill(this.#natural + this.#tailFrames)
    const rest = this.#hop - this.#heard
    this.#tail.forEach((plane, channel) => {
      const [hopped, input] = [this.#hopped[channel], this.#input[channel]]
      for (let i = 0; i < plane.length; i++)
        plane[i] = (i < rest ? hopped?.[this.#heard + i] : input?.[this.#natural + i - rest]) ?? 0
    })
    this.#tailAt = 0
    this.#state = 'bypassed'
    return true
  }

  render(output: readonly Float32Array[]): void {
    this.#renderNext(output)
    if (this.#tailAt < this.#tailFrames) this.#fadeTail(output)
  }

  get #tailFrames(): Frames {
    return this.#tail[0]?.length ?? 0
  }

  #fadeTail(output: readonly Float32Array[]): void {
    const frames = this.#tailFrames
    const count = Math.min(output[0]?.length ?? 0, frames - this.#tailAt)
    output.forEach((plane, channel) => {
      for (let i = 0; i < count; i++) {
        const weight = (this.#tailAt + i + 1) / frames
        plane[i] = (plane[i] ?? 0) * weight + (this.#tail[channel]?.[this.#tailAt + i] ?? 0) * (1 - weight)
      }
    })
    this.#tailAt += count
  }

  #renderNext(output: readonly Float32Array[]): void {
    const total = output[0]?.length ?? 0
    let done = 0
    while (done < total) {
      if (this.#state === 'bypassed' && this.#speed === 1) {
        this.#pull(done === 0 ? output : output.map((plane) => plane.subarray(done)))
        return
      }
      if (this.#state === 'bypassed') this.#begin()
      done += this.#state === 'emptying' ? this.#empty(output, done) : this.#stretch(output, done)
    }
  }

  #begin(): void {
    this.#state = 'stretching'
    this.#filled = 0
    this.#natural = 0
    this.#ideal = 0
    this.#heard = this.#hop
  }

  /** Outputs the rest of what was pulled, unchanged. */
  #empty(output: readonly Float32Array[], at: Frames): Frames {
    const run = Math.min((output[0]?.length ?? 0) - at, this.#filled - this.#natural)
    output.forEach((plane, channel) =>
      plane.set(this.#input[channel]?.subarray(this.#natural, this.#natural + run) ?? [], at),
    )
    this.#natural += run
    if (this.#natural >= this.#filled) this.#state = 'bypassed'
    return run
  }

  #stretch(output: readonly Float32Array[], at: Frames): Frames {
    if (this.#heard === this.#hop) {
      if (this.#speed === 1) {
        this.#state = 'emptying'
        return 0
      }
      this.#join()
      this.#heard = 0
    }
    const run = Math.min((output[0]?.length ?? 0) - at, this.#hop - this.#heard)
    output.forEach((plane, channel) =>
      plane.set(this.#hopped[channel]?.subarray(this.#heard, this.#heard + run) ?? [], at),
    )
    this.#heard += run
    return run
  }

  /** Overlaps the best-matching segment with the one before, and advances by one hop. */
  #join(): void {
    this.#makeRoom()
    const centre = Math.round(this.#ideal)
    this.#fill(Math.max(this.#natural, centre + this.#search) + this.#hop)
    const from = this.#natural === centre ? centre : this.#bestMatch(centre)
    const { length } = this.#fadeIn
    this.#input.forEach((plane, channel) => {
      const hopped = this.#hopped[channel]
      if (!hopped) return
      for (let i = 0; i < length; i++) {
        const old = plane[this.#natural + i] ?? 0
        hopped[i] = old + ((plane[from + i] ?? 0) - old) * (this.#fadeIn[i] ?? 0)
      }
    })
    this.#natural = from + this.#hop
    this.#ideal += this.#hop * this.#speed
  }

  /** The position within the search range where the sound best matches the expected continuation. */
  #bestMatch(centre: Frames): Frames {
    const first = Math.max(0, centre - this.#search)
    const last = centre + this.#search
    const rough = this.#mostAlike(first, last, COARSE)
    return this.#mostAlike(Math.max(first, rough - COARSE), Math.min(last, rough + COARSE), 1)
  }

  #mostAlike(first: Frames, last: Frames, step: number): Frames {
    const mix = this.#mix
    const natural = this.#natural
    let best = first
    let most = -Infinity
    for (let from = first; from <= last; from += step) {
      let like = 0
      let power = 1e-9
      for (let i = 0; i < this.#hop; i += step) {
        const sample = mix[from + i] ?? 0
        like += sample * (mix[natural + i] ?? 0)
        power += sample * sample
      }
      const alike = like / Math.sqrt(power)
      if (alike > most) {
        most = alike
        best = from
      }
    }
    return best
  }

  /** Discards input that is no longer needed. */
  #makeRoom(): void {
    const spent = Math.min(this.#natural, Math.round(this.#ideal) - this.#search, this.#filled)
    if (spent <= 0) return
    for (const plane of [...this.#input, this.#mix]) plane.copyWithin(0, spent, this.#filled)
    this.#filled -= spent
    this.#natural -= spent
    this.#ideal -= spent
  }

  #fill(until: Frames): void {
    while (this.#filled < until) {
      this.#pull(this.#block)
      this.#mix.fill(0, this.#filled, this.#filled + PULL_FRAMES)
      this.#input.forEach((plane, channel) => {
        const block = this.#block[channel]
        if (!block) return
        plane.set(block, this.#filled)
        // A bad joint is audible mostly in the bass; averaging two neighbours removes the rest for the coarse search.
        for (let i = 0; i < PULL_FRAMES; i++)
          this.#mix[this.#filled + i] = (this.#mix[this.#filled + i] ?? 0) + (block[i] ?? 0)
      })
      this.#filled += PULL_FRAMES
    }
  }
}
