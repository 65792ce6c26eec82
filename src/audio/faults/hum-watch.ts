import { hannWindow } from '#audio/fft.ts'
import { CHUNK_FRAMES } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import { median } from '#audio/median.ts'
import type { Decibels, Hertz, Seconds } from '#shared/units.ts'

export interface MainsHum {
  /** 50 or 60 Hz. */
  readonly frequency: Hertz
  /** Of its lines together, as dBFS of a sine. */
  readonly level: Decibels
  /** Where it can be heard best, in seconds: in the quietest window. */
  readonly at: Seconds
}

const MAINS = [50, 60] as const
const HARMONICS = 5
const LINES = MAINS.flatMap((mains) => Array.from({ length: HARMONICS }, (_, i) => (i + 1) * mains))
/** What is beside a line tells how much of a window is music. */
const BESIDE: Hertz = 10

/** At 48 kHz, means of chunks are samples at 750 Hz; a look is a third of a second, in which notes and pauses are apart. */
const LOOK = 256
const HOP = LOOK / 2
/** In this many looks, five seconds, the mains keep their phase; in single looks music may have it too. */
const LOOKS_TOGETHER = 30
const FEWEST_STRETCHES = 3
/** Quieter than −100 dBFS in a look: digital silence, in which nothing hums. */
const SILENT = 1e-5
const FLOOR = 1e-6
/** Mains, and tapes and converters that are off: 0.2 %, in steps that differ by a fifth of a turn of the fifth line. */
const WIDEST_OFF = 0.002
const OFF_STEPS = 10

/** How far a line must stand out of the noise that remains once the looks of a stretch are added up by their phase. */
const STANDS_OUT: Decibels = 20
const STANDS_OUT_ALONE: Decibels = 30
/** In looks where the music is this much quieter than the line, the line alone is there, or it is no hum. */
const CLEAR = 1 / 3
const FEWEST_CLEAR = 10
const SAME = 1 / 2
const ALWAYS = 0.85
/** A line of a hum that was found by others counts for its level if the music leaves it alone in so many looks. */
const MOSTLY = 0.5
/** From stretch to stretch: within 3 dB. */
const STEADY = 1.41
const FAINTEST: Decibels = -90
const LOUDEST: Decibels = -20

/** One line in one look. */
interface Look {
  readonly re: number
  readonly im: number
  /** The amplitude beside it. */
  readonly beside: number
  /** Where the middle of the look is, in seconds. */
  readonly at: Seconds
}

/** One line in the looks of some seconds. */
interface Stretch {
  readonly amplitude: number
  /** The sum of the looks' weights: an amplitude's square times this is how far it stands out. */
  readonly weight: number
  /** Looks in which the line could be seen alone, and those in which it was. */
  readonly clear: number
  readonly same: number
}

/**
 * Finds mains hum: lines at multiples of 50 or 60 Hz that go on in one phase, always as strong, below and between the
 * notes. Looks are added up by their phase and by how little music is beside the line, so that a hum under a dense mix is
 * told by its quiet moments.
 */
export class HumWatch {
  readonly #rate: Hertz
  readonly #window = hannWindow(LOOK)
  readonly #samples = new Float64Array(LOOK)
  #filled = 0
  #lookCount = 0
  /** For each line, those of the stretch that is not complete yet. */
  readonly #looks: Look[][] = LINES.map(() => [])
  readonly #stretches: Stretch[][] = LINES.map(() => [])
  /** Cosines and sines of each frequency, times the window. */
  readonly #waves = new Map<Hertz, readonly [Float64Array, Float64Array]>()
  #quietest = { squares: Infinity, at: 0 }

  constructor(sampleRate: Hertz) {
    this.#rate = sampleRate / CHUNK_FRAMES
    for (const line of LINES)
      for (const frequency of [line - BESIDE, line, line + BESIDE]) this.#waves.set(frequency, this.#wave(frequency))
  }

  add({ frames, chunks }: SampleBlock): void {
    const count = Math.floor(frames / CHUNK_FRAMES)
    const [left, right] = chunks
    const scale = 1 / (CHUNK_FRAMES * (right ? 2 : 1))
    for (let chunk = 0; chunk < count; chunk++) {
      const sum = (left?.marks[chunk * 3] ?? 0) + (right?.marks[chunk * 3] ?? 0)
      this.#samples[this.#filled++] = sum * scale
      if (this.#filled < LOOK) continue
      this.#look()
      this.#samples.copyWithin(0, HOP)
      this.#filled = LOOK - HOP
    }
  }

  hum(): MainsHum | null {
    const found = MAINS.flatMap((frequency, i) => {
      const level = humLevel(this.#stretches.slice(i * HARMONICS, (i + 1) * HARMONICS))
      return level === null ? [] : [{ frequency, level, at: this.#quietest.at }]
    })
    return found.sort((one, other) => other.level - one.level)[0] ?? null
  }

  #look(): void {
    const from = this.#lookCount++ * HOP
    let squares = 0
    for (const sample of this.#samples) squares += sample * sample
    if (squares < SILENT * SILENT * LOOK) return
    if (squares < this.#quietest.squares) this.#quietest = { squares, at: from / this.#rate }
    const amplitudes = new Map<Hertz, number>()
    const amplitudeAt = (frequency: Hertz): number => {
      const known = amplitudes.get(frequency)
      if (known !== undefined) return known
      const [re, im] = this.#at(frequency)
      const amplitude = Math.hypot(re, im)
      amplitudes.set(frequency, amplitude)
      return amplitude
    }
    LINES.forEach((frequency, line) => {
      if (frequency + 1.5 * BESIDE > this.#rate / 2) return
      const [re, im] = this.#at(frequency)
      amplitudes.set(frequency, Math.hypot(re, im))
      const beside = Math.max(amplitudeAt(frequency - BESIDE), amplitudeAt(frequency + BESIDE)) + FLOOR
      // The phase that it had at the start of the recording.
      const turn = (2 * Math.PI * ((frequency * from) % this.#rate)) / this.#rate
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      const looks = this.#looks[line] ?? []
      looks.push({ re: re * cos + im * sin, im: im * cos - re * sin, beside, at: (from + LOOK / 2) / this.#rate })
      if (looks.length < LOOKS_TOGETHER) return
      this.#stretches[line]?.push(stretchOf(looks, frequency))
      looks.length = 0
    })
  }

  /** Amplitude and phase at a frequency, as a complex number. */
  #at(frequency: Hertz): readonly [re: number, im: number] {
    const waves = this.#waves.get(frequency)
    if (!waves) return [0, 0]
    const [cosines, sines] = waves
    let [re, im] = [0, 0]
    for (let i = 0; i < LOOK; i++) {
      const sample = this.#samples[i] ?? 0
      re += sample * (cosines[i] ?? 0)
      im -= sample * (sines[i] ?? 0)
    }
    return [re, im]
  }

  #wave(frequency: Hertz): readonly [Float64Array, Float64Array] {
    const step = (2 * Math.PI * frequency) / this.#rate
    const scaled = (wave: (angle: number) => number) =>
      Float64Array.from({ length: LOOK }, (_, i) => (wave(step * i) * (this.#window[i] ?? 0) * 4) / LOOK)
    return [scaled(Math.cos), scaled(Math.sin)]
  }
}

/** Added up at the frequency near the line where most remains. */
function stretchOf(looks: readonly Look[], line: Hertz): Stretch {
  let best: Stretch = { amplitude: 0, weight: 0, clear: 0, same: 0 }
  for (let step = -OFF_STEPS; step <= OFF_STEPS; step++) {
    const turning = (-2 * Math.PI * line * WIDEST_OFF * step) / OFF_STEPS
    const turned = looks.map(({ re, im, at, beside }) => {
      const [cos, sin] = [Math.cos(turning * at), Math.sin(turning * at)]
      return { re: re * cos - im * sin, im: re * sin + im * cos, beside }
    })
    let [re, im, weight] = [0, 0, 0]
    for (const look of turned) {
      const share = 1 / (look.beside * look.beside)
      re += share * look.re
      im += share * look.im
      weight += share
    }
    ;[re, im] = [re / weight, im / weight]
    const amplitude = Math.hypot(re, im)
    if (amplitude <= best.amplitude) continue
    const clear = turned.filter(({ beside }) => beside < CLEAR * amplitude)
    const same = clear.filter((look) => Math.hypot(look.re - re, look.im - im) < SAME * amplitude)
    best = { amplitude, weight, clear: clear.length, same: same.length }
  }
  return best
}

/** Of all lines of one mains together; null if they are no hum. */
function humLevel(stretches: readonly (readonly Stretch[])[]): Decibels | null {
  const lines = stretches.flatMap((ofLine, i) => {
    const line = lineOf(ofLine)
    return line ? [{ ...line, isAloneEnough: i < 2 && line.standsOut >= STANDS_OUT_ALONE }] : []
  })
  const found = lines.filter(({ isAlways }) => isAlways)
  if (found.length < 2 && !found.some(({ isAloneEnough }) => isAloneEnough)) return null
  return decibelsOf(lines.reduce((sum, { amplitude }) => sum + amplitude ** 2, 0))
}

interface HumLine {
  readonly amplitude: number
  readonly standsOut: Decibels
  /** Whether it is there whenever the music leaves room for it, and not only mostly. */
  readonly isAlways: boolean
}

function lineOf(stretches: readonly Stretch[]): HumLine | null {
  const standsOut = (amplitude: number, { weight }: Stretch) => decibelsOf(amplitude ** 2 * weight)
  const evident = stretches.filter((stretch) => standsOut(stretch.amplitude, stretch) >= STANDS_OUT)
  if (evident.length < FEWEST_STRETCHES) return null
  const amplitude = median(evident.map((stretch) => stretch.amplitude))
  const level = decibelsOf(amplitude ** 2)
  if (level < FAINTEST || level > LOUDEST) return null
  const sum = (part: 'clear' | 'same') => evident.reduce((total, stretch) => total + stretch[part], 0)
  if (sum('clear') < FEWEST_CLEAR || sum('same') < MOSTLY * sum('clear')) return null
  // Where it could be seen it must be.
  const able = stretches.filter((stretch) => standsOut(amplitude, stretch) >= STANDS_OUT)
  const steady = able.filter(
    (stretch) => Math.max(stretch.amplitude / amplitude, amplitude / stretch.amplitude) <= STEADY,
  )
  return {
    amplitude,
    standsOut: median(evident.map((stretch) => standsOut(stretch.amplitude, stretch))),
    isAlways: sum('same') >= ALWAYS * sum('clear') && steady.length >= ALWAYS * able.length,
  }
}

function decibelsOf(square: number): Decibels {
  return 10 * Math.log10(square + 1e-30)
}
