import { Fft, hannWindow } from '#audio/fft.ts'
import type { Hertz } from '#shared/units.ts'

/** Samples of a spectrum. At 6 kHz they are 0.7 s, which tells semitones apart down to the bass. */
export const PITCH_WINDOW = 4096
/** Below are kick drums, above are overtones of overtones. */
const LOWEST: Hertz = 70
const HIGHEST: Hertz = 2100
/** A tone stands this many times above the mean power of what surrounds it, other tones included; noise does not. */
const STANDS_OUT = 5
/** The surroundings, in bins to either side. */
const AROUND = 24
/** Tones that are 50 dB below the loudest do not count. */
const FAINT = 1e-5
const MOST_PEAKS = 60

/** Steady tones in a stretch of sound. */
export interface PitchPeaks {
  readonly count: number
  /** In semitones above A 440. */
  readonly pitches: Float64Array
  /** Amplitudes. */
  readonly levels: Float64Array
  /** The share of the power that is in tones. */
  readonly tonal: number
}

/** Finds the tones in windows, of which two share a transform. */
export class PitchPeakFinder {
  readonly #fft = new Fft(PITCH_WINDOW)
  readonly #shape = hannWindow(PITCH_WINDOW)
  readonly #powers: readonly [Float64Array, Float64Array]
  readonly #first: number
  readonly #last: number
  readonly #binHertz: Hertz
  readonly #pitches = new Float64Array(MOST_PEAKS)
  readonly #levels = new Float64Array(MOST_PEAKS)

  constructor(sampleRate: Hertz) {
    this.#binHertz = sampleRate / PITCH_WINDOW
    this.#first = Math.max(AROUND + 1, Math.ceil(LOWEST / this.#binHertz))
    this.#last = Math.min(PITCH_WINDOW / 2 - AROUND - 2, Math.floor(HIGHEST / this.#binHertz))
    this.#powers = [new Float64Array(PITCH_WINDOW / 2), new Float64Array(PITCH_WINDOW / 2)]
  }

  /** Overwrites both windows. */
  transform(one: Float64Array, other: Float64Array): void {
    const shape = this.#shape
    const [powers, otherPowers] = this.#powers
    // Every index here and below is in bounds by construction.
    for (let i = 0; i < PITCH_WINDOW; i++) {
      one[i] = (one[i] as number) * (shape[i] as number)
      other[i] = (other[i] as number) * (shape[i] as number)
    }
    this.#fft.forward(one, other)
    // The spectrum of a real signal mirrors itself, that of an imaginary one inverted: so the two come apart.
    for (let k = this.#first - AROUND - 1; k <= this.#last + AROUND + 1; k++) {
      const mirror = PITCH_WINDOW - k
      const [re, im] = [one[k] as number, other[k] as number]
      const [mirrorRe, mirrorIm] = [one[mirror] as number, other[mirror] as number]
      powers[k] = (re + mirrorRe) ** 2 + (im - mirrorIm) ** 2
      otherPowers[k] = (im + mirrorIm) ** 2 + (mirrorRe - re) ** 2
    }
  }

  /** The tones of one of the windows that were transformed. The result is valid until the next call. */
  find(index: 0 | 1): PitchPeaks {
    const power = this.#powers[index]
    const [first, last] = [this.#first, this.#last]
    let [loudest, all] = [0, 0]
    for (let k = first; k <= last; k++) {
      const at = power[k] as number
      if (at > loudest) loudest = at
      all += at
    }
    const least = loudest * FAINT
    let around = 0
    for (let k = first - AROUND; k <= first + AROUND; k++) around += power[k] as number
    let [count, inTones] = [0, 0]
    for (let k = first; k <= last && count < MOST_PEAKS && loudest > 0; k++) {
      const at = power[k] as number
      const [before, after] = [power[k - 1] as number, power[k + 1] as number]
      if (at > least && at > before && at >= after && at * (2 * AROUND + 1) > STANDS_OUT * around) {
        const [a, b, c] = [Math.log(before), Math.log(at), Math.log(after)]
        const bend = (a - c) / (2 * (a - 2 * b + c) || 1)
        this.#pitches[count] = 12 * Math.log2(((k + bend) * this.#binHertz) / 440)
        this.#levels[count] = Math.sqrt(at)
        count++
        inTones += before + at + after
      }
      around += (power[k + AROUND + 1] as number) - (power[k - AROUND] as number)
    }
    return { count, pitches: this.#pitches, levels: this.#levels, tonal: all > 0 ? Math.min(1, inTones / all) : 0 }
  }
}
