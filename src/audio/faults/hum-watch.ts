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
const HARMONICS = 4
const LINES = MAINS.flatMap((mains) => Array.from({ length: HARMONICS }, (_, i) => (i + 1) * mains))
/** What is beside a line tells how much of a look is music. */
const BESIDE: Hertz = 10
const FREQUENCIES = [...new Set(LINES.flatMap((line) => [line - BESIDE, line, line + BESIDE]))]
/** For each line, where it and what is on either side of it are among the frequencies. */
const PLACES = LINES.map((line) => [line, line - BESIDE, line + BESIDE].map((one) => FREQUENCIES.indexOf(one)))

/** At 48 kHz, means of chunks are samples at 750 Hz; a look is a third of a second, which parts notes from pauses. */
const LOOK = 256
const HALF = LOOK / 2
/** In this many looks, five seconds, the mains keep their phase; in single looks music may have it too. */
const LOOKS_TOGETHER = 30
const FEWEST_STRETCHES = 3
/** After some minutes, one stretch of four is enough. */
const ALL_UNTIL = 40
const LATER_EVERY = 4
/** Quieter than −100 dBFS in a look: digital silence, in which nothing hums. */
const SILENT = 1e-5
const FLOOR = 1e-6
/** Mains, and tapes and converters that are off: 0.2 %, in steps of a fifth of a turn of the fourth line. */
const WIDEST_OFF = 0.002
const OFF_STEPS = 10
const HIGHEST: Hertz = Math.max(...LINES)

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
 * notes. Looks are added up by their phase and by how little music is beside the line, so that a hum under a dense mix
 * is told by its quiet moments.
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
  /** Cosines and sines of half a look for each frequency, times the window. */
  readonly #waves: readonly (readonly [Float64Array, Float64Array])[]
  readonly #tones: readonly Writable<Tone>[] = FREQUENCIES.map(() => ({ re: 0, im: 0, amplitude: 0 }))
  /** The sums and differences of samples as far before the middle of a look as behind it. */
  readonly #even = new Float64Array(HALF)
  readonly #odd = new Float64Array(HALF)
  #quietest = { squares: Infinity, at: 0 }

  constructor(sampleRate: Hertz) {
    this.#rate = sampleRate / CHUNK_FRAMES
    this.#waves = FREQUENCIES.map((frequency) => this.#wave(frequency))
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
      this.#samples.copyWithin(0, HALF)
      this.#filled = LOOK - HALF
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
    const look = this.#lookCount++
    const stretch = Math.floor(look / LOOKS_TOGETHER)
    if (stretch > ALL_UNTIL && stretch % LATER_EVERY !== 0) return
    this.#measure(look * HALF)
    if ((look + 1) % LOOKS_TOGETHER === 0) this.#keepStretch()
  }

  #measure(from: number): void {
    let squares = 0
    for (const sample of this.#samples) squares += sample * sample
    if (squares < SILENT * SILENT * LOOK) return
    if (squares < this.#quietest.squares) this.#quietest = { squares, at: from / this.#rate }
    // The first sample has no counterpart, and the window is zero there.
    for (let i = 1; i < HALF; i++) {
      const [before, after] = [this.#samples[HALF - i] as number, this.#samples[HALF + i] as number] // in bounds
      this.#even[i] = after + before
      this.#odd[i] = after - before
    }
    this.#even[0] = this.#samples[HALF] as number
    this.#tones.forEach((tone, place) => this.#toneInto(tone, place))
    LINES.forEach((frequency, line) => {
      if (frequency + 1.5 * BESIDE > this.#rate / 2) return
      const [tone, below, above] = (PLACES[line] ?? []).map((place) => this.#tones[place])
      if (!tone || !below || !above) return
      const { re, im } = tone
      const beside = Math.max(below.amplitude, above.amplitude) + FLOOR
      // The phase that it had at the start of the recording.
      const turn = (2 * Math.PI * ((frequency * (from + HALF)) % this.#rate)) / this.#rate
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      const at = (from + HALF) / this.#rate
      this.#looks[line]?.push({ re: re * cos + im * sin, im: im * cos - re * sin, beside, at })
    })
  }

  #keepStretch(): void {
    this.#looks.forEach((looks, line) => {
      if (looks.length >= LOOKS_TOGETHER / 2) this.#stretches[line]?.push(stretchOf(looks, LINES[line] ?? 0))
      looks.length = 0
    })
  }

  /** Amplitude and phase of a frequency in the middle of the look. */
  #toneInto(tone: Writable<Tone>, place: number): void {
    const [cosines, sines] = this.#waves[place] ?? []
    if (!cosines || !sines) return
    const [even, odd] = [this.#even, this.#odd]
    let [re, im] = [0, 0]
    for (let i = 0; i < HALF; i++) {
      re += (even[i] as number) * (cosines[i] as number) // all four are half a look long
      im -= (odd[i] as number) * (sines[i] as number)
    }
    tone.re = re
    tone.im = im
    tone.amplitude = Math.sqrt(re * re + im * im)
  }

  #wave(frequency: Hertz): readonly [Float64Array, Float64Array] {
    const step = (2 * Math.PI * frequency) / this.#rate
    const half = (wave: (angle: number) => number) =>
      Float64Array.from({ length: HALF }, (_, i) => (wave(step * i) * (this.#window[HALF + i] ?? 0) * 4) / LOOK)
    return [half(Math.cos), half(Math.sin)]
  }
}

interface Tone {
  readonly re: number
  readonly im: number
  readonly amplitude: number
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] }

/** Added up at the frequency near the line where most remains. */
function stretchOf(looks: readonly Look[], line: Hertz): Stretch {
  let [weight, most] = [0, 0]
  for (const { re, im, beside } of looks) {
    const share = 1 / (beside * beside)
    weight += share
    most += share * Math.sqrt(re * re + im * im)
  }
  let best: Stretch = { amplitude: 0, weight, clear: 0, same: 0 }
  // Even with one phase in all looks it would not stand out.
  if (decibelsOf((most * most) / weight) < STANDS_OUT) return best
  const steps = Math.ceil((OFF_STEPS * line) / HIGHEST)
  for (let step = -steps; step <= steps; step++) {
    const turning = (-2 * Math.PI * line * WIDEST_OFF * step) / steps
    const turned = looks.map(({ re, im, at, beside }) => {
      const [cos, sin] = [Math.cos(turning * at), Math.sin(turning * at)]
      return { re: re * cos - im * sin, im: re * sin + im * cos, beside }
    })
    let [re, im] = [0, 0]
    for (const look of turned) {
      const share = 1 / (look.beside * look.beside * weight)
      re += share * look.re
      im += share * look.im
    }
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
