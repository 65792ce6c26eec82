import { Fft, hannWindow } from '#audio/fft.ts'
import {
  encodeSpectrogramHeader,
  SPECTROGRAM_FACTOR,
  SPECTROGRAM_HEADER_BYTES,
  SPECTROGRAM_ROWS,
  spectrogramLayout,
} from '#audio/spectrogram-file.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'

const LOWEST: Hertz = 20
const HIGHEST: Hertz = 24_000
const FLOOR: Decibels = -120
const CEILING: Decibels = 0
const SHORT_COLUMN: Frames = 1024
const LONG_COLUMN: Frames = 4096
const LONG: Seconds = 45 * 60
/** A Hann window spreads a sine over three bins; the middle one has two thirds of the energy. */
const BINS_OF_A_SINE = 1.5

/** Bytes and their position in the file. */
export interface PlacedBytes {
  readonly position: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Makes a spectrogram of one or two channels in one pass (docs/formats/spectrogram.md). */
export class SpectrogramMaker {
  readonly #sampleRate: Hertz
  readonly #channels: number
  readonly #baseFrames: Frames
  readonly #windowFrames: Frames
  readonly #hop: Frames
  readonly #spectrum: RowSpectrum
  readonly #samples: readonly [Float64Array, Float64Array]
  readonly #levels: LevelColumns[] = []
  #totalFrames: Frames = 0
  #sinceSpectrum: Frames
  #written = SPECTROGRAM_HEADER_BYTES

  /** `seconds`: the declared duration; only determines the finest level's resolution. */
  constructor(sampleRate: Hertz, channels: 1 | 2, seconds: Seconds) {
    this.#sampleRate = sampleRate
    this.#channels = channels
    this.#windowFrames = sampleRate > 100_000 ? 16_384 : sampleRate > 50_000 ? 8192 : 4096
    this.#baseFrames = sampleRate > 50_000 || seconds > LONG ? LONG_COLUMN : SHORT_COLUMN
    this.#hop = Math.min(this.#baseFrames, this.#windowFrames / 2)
    this.#spectrum = new RowSpectrum(this.#windowFrames, sampleRate)
    this.#samples = [new Float64Array(this.#windowFrames), new Float64Array(this.#windowFrames)]
    // The first window's centre is half a hop after the first sample.
    this.#sinceSpectrum = this.#hop - (this.#windowFrames / 2 + this.#hop / 2)
  }

  /** `samples[channel][frame]`, with the declared number of channels. Returns finished bytes of the finest level. */
  add(samples: readonly Float64Array[]): readonly PlacedBytes[] {
    this.#totalFrames += samples[0]?.length ?? 0
    this.#push(samples)
    return this.#finest()
  }

  /** The rest of the finest level, the other levels, and the header. */
  finish(): readonly PlacedBytes[] {
    const columns = Math.ceil(this.#totalFrames / this.#baseFrames)
    const silence = Array.from({ length: this.#channels }, () => new Float64Array(this.#hop))
    while ((this.#levels[0]?.columns ?? 0) < columns) this.#push(silence)
    const layout = spectrogramLayout(this.#totalFrames, this.#channels, this.#baseFrames)
    const pieces: PlacedBytes[] = [...this.#finest(columns)]
    for (const [i, { byteOffset, columns }] of layout.entries()) {
      const begun = this.#levels[i]?.end(columns)
      if (begun && i + 1 < layout.length) this.#feed(i + 1, begun)
      if (i > 0)
        pieces.push({
          position: byteOffset,
          bytes:
            this.#levels[i]?.take(columns * this.#channels * SPECTROGRAM_ROWS) ??
            new Uint8Array(columns * this.#channels * SPECTROGRAM_ROWS),
        })
    }
    const head = {
      sampleRate: this.#sampleRate,
      channels: this.#channels,
      totalFrames: this.#totalFrames,
      windowFrames: this.#windowFrames,
      lowest: LOWEST,
      highest: this.#spectrum.highest,
      floor: FLOOR,
      ceiling: CEILING,
      levels: layout,
    }
    return [...pieces, { position: 0, bytes: encodeSpectrogramHeader(head) }]
  }

  #push(samples: readonly Float64Array[]): void {
    const frames = samples[0]?.length ?? 0
    for (let done = 0; done < frames;) {
      const count = Math.min(frames - done, this.#hop - this.#sinceSpectrum, this.#windowFrames)
      this.#samples.forEach((kept, side) => {
        const source = samples[side] ?? samples[0]
        kept.copyWithin(0, count)
        if (source) kept.set(source.subarray(done, done + count), kept.length - count)
      })
      done += count
      this.#sinceSpectrum += count
      if (this.#sinceSpectrum === this.#hop) this.#measure()
    }
  }

  #measure(): void {
    this.#sinceSpectrum = 0
    this.#feed(0, this.#spectrum.measure(this.#samples, this.#channels))
  }

  /** Whole columns of one level are averaged into the next. */
  #feed(from: number, powers: Float64Array): void {
    for (let level = from, column: Float64Array | undefined = powers; column; level++) {
      this.#levels[level] ??= new LevelColumns(
        column.length,
        level === 0 ? this.#baseFrames / this.#hop : SPECTROGRAM_FACTOR,
      )
      column = this.#levels[level]?.add(column)
    }
  }

  #finest(columns = Infinity): readonly PlacedBytes[] {
    const bytes = this.#levels[0]?.take(
      columns * this.#channels * SPECTROGRAM_ROWS - (this.#written - SPECTROGRAM_HEADER_BYTES),
    )
    if (!bytes || bytes.length === 0) return []
    const piece = { position: this.#written, bytes }
    this.#written += bytes.length
    return [piece]
  }
}

/** The columns of one level, each the mean power of several parts. */
class LevelColumns {
  columns = 0
  readonly #parts: number
  readonly #sum: Float64Array
  #summed = 0
  #made: Uint8Array[] = []

  constructor(rows: number, parts: number) {
    this.#sum = new Float64Array(rows)
    this.#parts = parts
  }

  /** The powers of a column once it is complete, valid until the next call. */
  add(powers: Float64Array): Float64Array | undefined {
    if (this.#summed === 0) this.#sum.fill(0)
    const sum = this.#sum
    // Both have the same length.
    for (let row = 0; row < sum.length; row++) sum[row] = (sum[row] as number) + (powers[row] as number) / this.#parts
    if (++this.#summed < this.#parts) return undefined
    this.#close()
    return sum
  }

  /** Takes up to `most` bytes out of the buffer. */
  take(most: number): Uint8Array<ArrayBuffer> {
    const all = joined(this.#made)
    this.#made = []
    return all.subarray(0, most)
  }

  /** Completes a partial column with the mean so far. Returns its powers if the level needs it. */
  end(columns: number): Float64Array | undefined {
    if (this.columns >= columns || this.#summed === 0) return undefined
    const scale = this.#parts / this.#summed
    // In bounds.
    for (let row = 0; row < this.#sum.length; row++) this.#sum[row] = (this.#sum[row] as number) * scale
    this.#close()
    return this.#sum
  }

  #close(): void {
    this.#summed = 0
    this.columns++
    const bytes = new Uint8Array(this.#sum.length)
    for (let row = 0; row < bytes.length; row++) bytes[row] = levelByte(this.#sum[row] as number) // of equal length
    this.#made.push(bytes)
  }
}

function levelByte(power: number): number {
  const level = 10 * Math.log10(Math.max(power, 1e-13))
  return Math.max(0, Math.min(255, Math.round(((level - FLOOR) * 255) / (CEILING - FLOOR))))
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** The power in each row of one window of samples; a full-scale sine has 1. */
class RowSpectrum {
  readonly highest: Hertz
  readonly #fft: Fft
  readonly #window: Float64Array
  readonly #re: Float64Array
  readonly #im: Float64Array
  readonly #bins: Float64Array
  /** The first bin of each row, plus the end of the last. */
  readonly #edges: Uint32Array
  readonly #powers: readonly Float64Array[]

  constructor(size: number, sampleRate: Hertz) {
    this.highest = Math.min(HIGHEST, sampleRate / 2)
    this.#fft = new Fft(size)
    this.#window = hannWindow(size)
    this.#re = new Float64Array(size)
    this.#im = new Float64Array(size)
    this.#bins = new Float64Array(size / 2 + 1)
    this.#edges = Uint32Array.from({ length: SPECTROGRAM_ROWS + 1 }, (_, row) =>
      Math.round((LOWEST * (this.highest / LOWEST) ** (row / SPECTROGRAM_ROWS) * size) / sampleRate),
    )
    this.#powers = [1, 2].map((channels) => new Float64Array(channels * SPECTROGRAM_ROWS))
  }

  /** Two channels in one transform, as its real and imaginary part. */
  measure([first, second]: readonly [Float64Array, Float64Array], channels: number): Float64Array {
    const [re, im, window] = [this.#re, this.#im, this.#window]
    for (let i = 0; i < re.length; i++) {
      re[i] = (first[i] as number) * (window[i] as number) // all arrays are as long as the window
      im[i] = channels === 2 ? (second[i] as number) * (window[i] as number) : 0
    }
    this.#fft.forward(re, im)
    const powers = this.#powers[channels - 1] ?? new Float64Array(0)
    for (let channel = 0; channel < channels; channel++) {
      this.#separate(channel, channels)
      this.#gather(powers, channel * SPECTROGRAM_ROWS)
    }
    return powers
  }

  /** The power of each bin of one channel. A full-scale sine has half the window's sum in its bin. */
  #separate(channel: number, channels: number): void {
    const [re, im, bins, size] = [this.#re, this.#im, this.#bins, this.#re.length]
    const scale = 1 / (size / 4) ** 2
    for (let k = 0; k < bins.length; k++) {
      const mirrored = (size - k) % size
      const [a, b, c, d] = [re[k] as number, im[k] as number, re[mirrored] as number, im[mirrored] as number]
      const power =
        channels === 1
          ? a * a + b * b
          : channel === 0
            ? ((a + c) ** 2 + (b - d) ** 2) / 4
            : ((b + d) ** 2 + (c - a) ** 2) / 4
      bins[k] = power * scale
    }
  }

  /**
   * A row shows its strongest sine: three neighbouring bins hold nearly all of its energy, wherever it is between them.
   */
  #gather(powers: Float64Array, at: number): void {
    const [bins, edges] = [this.#bins, this.#edges]
    const last = bins.length - 1
    for (let row = 0; row < SPECTROGRAM_ROWS; row++) {
      const from = Math.min(last, edges[row] as number)
      const to = Math.max(from + 1, edges[row + 1] as number)
      let most = 0
      for (let k = from; k < to && k <= last; k++)
        most = Math.max(most, (bins[k - 1] ?? 0) + (bins[k] as number) + (bins[k + 1] ?? 0))
      powers[at + row] = most / BINS_OF_A_SINE
    }
  }
}
