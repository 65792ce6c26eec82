import { Fft, hannWindow } from '#audio/fft.ts'
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

/** At 48 kHz, means of chunks are samples at 750 Hz, and a window is 5.5 s: lines a fifth of a hertz apart. */
const WINDOW = 4096
const HARMONICS = 5
const MAINS = [50, 60] as const
const FEWEST_WINDOWS = 3
/** Quieter than −100 dBFS in a window: digital silence, in which nothing hums. */
const SILENT = 1e-5
/** How far a line stands out of what is beside it. */
const STANDS_OUT: Decibels = 15
const STANDS_OUT_ALONE: Decibels = 20
/** How much a line may be fainter in the windows where it is faintest: hum is always there, notes are not. */
const STEADY: Decibels = 2
const STEADY_ALONE: Decibels = 1
const FAINTEST: Decibels = -90
const LOUDEST: Decibels = -30

/** A third of a second, in which notes and pauses are apart. */
const SHORT = 256
/** How much fainter than in the long windows a line may be in a tenth of the short ones. */
const SHORT_STEADY: Decibels = 4
/** How far it stands out of what is 9 to 12 Hz beside it in the quieter ones. */
const SHORT_STANDS_OUT: Decibels = 8
const MOST_SHORT = 4000

/** A line in one window. */
interface Line {
  readonly level: Decibels
  readonly floor: Decibels
  readonly frequency: Hertz
}

/** Above what chunks can tell, at low sample rates. */
const NO_LINE: Line = { level: -Infinity, floor: 0, frequency: 0 }

/** Finds mains hum: lines at multiples of 50 or 60 Hz, always there and always as strong, also between the notes. */
export class HumWatch {
  readonly #rate: Hertz
  readonly #fft = new Fft(WINDOW)
  readonly #window = hannWindow(WINDOW)
  readonly #samples = new Float64Array(WINDOW)
  readonly #re = new Float64Array(WINDOW)
  readonly #im = new Float64Array(WINDOW)
  #filled = 0
  /** For each window, lines of 50 Hz, then of 60 Hz. */
  readonly #windows: (readonly Line[])[] = []
  #windowCount = 0
  /** For each line, its level and the floor in short windows. */
  readonly #short: (readonly [level: Decibels, floor: Decibels])[][] = []
  #quietest = { squares: Infinity, at: 0 }

  constructor(sampleRate: Hertz) {
    this.#rate = sampleRate / CHUNK_FRAMES
  }

  add({ frames, chunks }: SampleBlock): void {
    const count = Math.floor(frames / CHUNK_FRAMES)
    const [left, right] = chunks
    const scale = 1 / (CHUNK_FRAMES * (right ? 2 : 1))
    for (let chunk = 0; chunk < count; chunk++) {
      const sum = (left?.marks[chunk * 3] ?? 0) + (right?.marks[chunk * 3] ?? 0)
      this.#samples[this.#filled++] = sum * scale
      if (this.#filled < WINDOW) continue
      this.#look()
      this.#filled = 0
    }
  }

  hum(): MainsHum | null {
    if (this.#windows.length < FEWEST_WINDOWS) return null
    const found = MAINS.flatMap((frequency, i) => {
      const level = this.#humAt(frequency, i * HARMONICS)
      return level === null ? [] : [{ frequency, level, at: this.#quietest.at }]
    })
    return found.sort((one, other) => other.level - one.level)[0] ?? null
  }

  #humAt(mains: Hertz, first: number): Decibels | null {
    const levels: Decibels[] = []
    let isAloneEnough = false
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
      const lines = this.#windows.flatMap((window) => window[first + harmonic - 1] ?? [])
      if (lines.length < FEWEST_WINDOWS) continue
      const faintest = [...lines].sort((one, other) => one.level - other.level)
      const share = (part: number) => faintest[Math.floor(part * (faintest.length - 1))]?.level ?? -Infinity
      const level = share(0.25)
      const quiet = faintest.slice(0, Math.max(FEWEST_WINDOWS, Math.ceil(faintest.length * 0.3)))
      const above = median(quiet.map((line) => line.level - line.floor))
      const off = median(quiet.map((line) => Math.abs(line.frequency - harmonic * mains)))
      const spread = level - share(0.03)
      const isLine =
        above >= STANDS_OUT &&
        spread <= STEADY &&
        off <= 0.05 + 0.05 * harmonic &&
        level >= FAINTEST &&
        level <= LOUDEST
      if (!isLine || !this.#isAlwaysThere(first + harmonic - 1, level)) continue
      levels.push(level)
      if (harmonic <= 2 && above >= STANDS_OUT_ALONE && spread <= STEADY_ALONE && off <= 0.06) isAloneEnough = true
    }
    if (levels.length < 2 && !isAloneEnough) return null
    return 10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0))
  }

  #look(): void {
    let squares = 0
    for (let i = 0; i < WINDOW; i++) {
      const sample = this.#samples[i] ?? 0
      squares += sample * sample
      this.#re[i] = sample * (this.#window[i] ?? 0)
    }
    const at = (this.#windowCount++ * WINDOW) / this.#rate
    if (squares < SILENT * SILENT * WINDOW) return
    if (squares < this.#quietest.squares) this.#quietest = { squares, at }
    this.#im.fill(0)
    this.#fft.forward(this.#re, this.#im)
    const lines = MAINS.flatMap((mains) => Array.from({ length: HARMONICS }, (_, i) => this.#lineAt((i + 1) * mains)))
    this.#windows.push(lines)
    // What is no line in the long window is none in the short ones.
    lines.forEach(({ level, floor }, line) => {
      if (level >= FAINTEST && level - floor >= STANDS_OUT) this.#lookClosely(line)
    })
  }

  /** Whether a line is there between notes too, and is more than the beat of the music. */
  #isAlwaysThere(line: number, level: Decibels): boolean {
    const short = this.#short[line] ?? []
    const levels = short.map(([here]) => here).sort((one, other) => one - other)
    const byFloor = [...short].sort((one, other) => one[1] - other[1])
    const quiet = byFloor.slice(0, Math.max(4, Math.ceil(short.length * 0.3)))
    return (
      (levels[Math.floor(levels.length / 10)] ?? -Infinity) >= level - SHORT_STEADY &&
      median(quiet.map(([here, floor]) => here - floor)) >= SHORT_STANDS_OUT
    )
  }

  #lookClosely(line: number): void {
    const frequency = (MAINS[Math.floor(line / HARMONICS)] ?? 0) * ((line % HARMONICS) + 1)
    const short = (this.#short[line] ??= [])
    if (short.length >= MOST_SHORT) return
    for (let at = 0; at < WINDOW; at += SHORT)
      short.push([
        this.#shortLevel(at, frequency),
        Math.max(...[-12, -9, 9, 12].map((off) => this.#shortLevel(at, frequency + off))),
      ])
  }

  /** The level at one frequency in a short window, by Goertzel's recursion. */
  #shortLevel(at: number, frequency: Hertz): Decibels {
    const turn = 2 * Math.cos((2 * Math.PI * frequency) / this.#rate)
    let [one, two] = [0, 0]
    for (let i = 0; i < SHORT; i++) {
      const now = (this.#samples[at + i] ?? 0) * (this.#window[(i * WINDOW) / SHORT] ?? 0) + turn * one - two
      two = one
      one = now
    }
    return 10 * Math.log10((one * one + two * two - turn * one * two) * (4 / SHORT) ** 2 + 1e-30)
  }

  #lineAt(frequency: Hertz): Line {
    if (frequency + 15 > this.#rate / 2) return NO_LINE
    const binHertz = this.#rate / WINDOW
    const reach = Math.ceil(0.4 / binHertz)
    const centre = Math.round(frequency / binHertz)
    let best = centre
    for (let bin = centre - reach; bin <= centre + reach; bin++) if (this.#power(bin) > this.#power(best)) best = bin
    const beside: number[] = []
    for (let off = Math.ceil(1 / binHertz); off <= Math.ceil(4 / binHertz); off++)
      beside.push(this.#power(centre - off), this.#power(centre + off))
    const [before, at, after] = [best - 1, best, best + 1].map((bin) => Math.sqrt(this.#power(bin)))
    // The top of a parabola through three bins' amplitudes.
    const [a, b, c] = [before ?? 0, at ?? 0, after ?? 0]
    const bend = a - 2 * b + c
    const shift = bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend)))
    return {
      level: 10 * Math.log10(this.#power(best) + 1e-30),
      floor: 10 * Math.log10(median(beside) + 1e-30),
      frequency: (best + shift) * binHertz,
    }
  }

  /** The square of the amplitude of a sine at this bin. */
  #power(bin: number): number {
    return ((this.#re[bin] ?? 0) ** 2 + (this.#im[bin] ?? 0) ** 2) * (4 / WINDOW) ** 2
  }
}
