import { encodePeaksHeader, PEAKS_BASE, PEAKS_BYTES_PER_CHANNEL, PEAKS_FACTOR, peaksLayout } from '#audio/peaks-file.ts'
import type { Frames, Hertz } from '#shared/units.ts'

/**
 * Builds a peaks file from points of 256 frames as they come, all levels at once, in about 3.6 bytes a point and
 * channel.
 */
export class PeaksPyramid {
  readonly #channels: number
  readonly #levels: Level[]

  constructor(channels: number) {
    this.#channels = channels
    this.#levels = [new Level(channels)]
  }

  /**
   * Add `frames` sample frames. `points` holds, per 256 of them and per channel: minimum, maximum, sum of squares.
   * Only the last call may end within a point.
   */
  add(points: Float32Array, frames: Frames): void {
    const stride = this.#channels * 3
    for (let at = 0, left = frames; left > 0; at += stride, left -= PEAKS_BASE)
      this.#emit(0, points, at, Math.min(left, PEAKS_BASE))
  }

  /** The whole file (docs/formats/peaks.md), in pieces. */
  finish(sampleRate: Hertz, totalFrames: Frames): readonly Uint8Array<ArrayBuffer>[] {
    const levels = peaksLayout(totalFrames, this.#channels)
    for (let i = 0; i < levels.length - 1; i++) this.#carry(i)
    const header = encodePeaksHeader({ sampleRate, channels: this.#channels, totalFrames, levels })
    return [header, ...levels.flatMap((_, i) => this.#level(i).bytes.pieces())]
  }

  #emit(index: number, points: Float32Array, at: number, frames: Frames): void {
    const level = this.#level(index)
    for (let channel = 0; channel < this.#channels; channel++) {
      const from = at + channel * 3
      const low = points[from] ?? 0
      const high = points[from + 1] ?? 0
      const squares = points[from + 2] ?? 0
      level.bytes.add(quantiseLow(low), quantiseHigh(high), quantiseRms(squares / frames))
      level.gather(channel, low, high, squares)
    }
    level.frames += frames
    if (++level.gathered === PEAKS_FACTOR) this.#carry(index)
  }

  #carry(index: number): void {
    const level = this.#level(index)
    if (level.gathered === 0) return
    this.#emit(index + 1, level.pending, 0, level.frames)
    level.clear()
  }

  #level(index: number): Level {
    const level = this.#levels[index] ?? new Level(this.#channels)
    this.#levels[index] = level
    return level
  }
}

class Level {
  readonly bytes = new ByteList()
  /** The points so far of the next level's point: minimum, maximum, sum of squares per channel. */
  readonly pending: Float32Array
  gathered = 0
  frames: Frames = 0

  constructor(channels: number) {
    this.pending = new Float32Array(channels * 3)
    this.clear()
  }

  gather(channel: number, low: number, high: number, squares: number): void {
    const at = channel * 3
    this.pending[at] = Math.min(this.pending[at] ?? 0, low)
    this.pending[at + 1] = Math.max(this.pending[at + 1] ?? 0, high)
    this.pending[at + 2] = (this.pending[at + 2] ?? 0) + squares
  }

  clear(): void {
    this.gathered = 0
    this.frames = 0
    for (let at = 0; at < this.pending.length; at += 3) {
      this.pending[at] = Infinity
      this.pending[at + 1] = -Infinity
      this.pending[at + 2] = 0
    }
  }
}

const PIECE_BYTES = 49_152

class ByteList {
  readonly #full: Uint8Array<ArrayBuffer>[] = []
  #piece = new Uint8Array(PIECE_BYTES)
  #used = 0

  add(first: number, second: number, third: number): void {
    this.#piece[this.#used] = first
    this.#piece[this.#used + 1] = second
    this.#piece[this.#used + 2] = third
    this.#used += PEAKS_BYTES_PER_CHANNEL
    if (this.#used < PIECE_BYTES) return
    this.#full.push(this.#piece)
    this.#piece = new Uint8Array(PIECE_BYTES)
    this.#used = 0
  }

  pieces(): readonly Uint8Array<ArrayBuffer>[] {
    return [...this.#full, this.#piece.subarray(0, this.#used)]
  }
}

// Rounded outwards: what is drawn is never smaller than what sounds, by less than one step.
function quantiseLow(low: number): number {
  return Math.max(-128, Math.min(127, Math.floor(low * 128))) & 0xff
}

function quantiseHigh(high: number): number {
  return Math.max(-128, Math.min(127, Math.ceil(high * 128))) & 0xff
}

function quantiseRms(meanSquare: number): number {
  return Math.min(255, Math.round(Math.sqrt(meanSquare) * 255))
}
