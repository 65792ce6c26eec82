import type { Event } from '#audio/place-list.ts'
import { CHUNK_FRAMES } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import { median } from '#audio/median.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** A chunk is looked at closely if its greatest fourth difference exceeds the mean of both neighbours so many times. */
const STANDS_OUT = 28
/** −46 dBFS: fainter clicks are hardly audible. Of coarse integers, at least this many steps. */
const LEAST_HEIGHT = 0.005
const LEAST_STEPS = 4
/** A wrong sample or a few; anything longer may be a sound. */
const LONGEST: Seconds = 0.00025
/** Samples on either side that are compared with the click. */
const AROUND: Frames = 96
/** More than this are a texture, such as the crackle of a record: so many, and so many in each second. */
const FEW = 12
const FEW_PER_SECOND = 0.3
/** −30 dBFS: in silence, the last steps of few bits look like clicks. */
const LEAST_IN_SILENCE = 0.03
/** So many samples at the same top are clipping, whose edges are sharp. */
const FLAT = 6
const MOST_REMEMBERED = 2000

interface LastMarks {
  readonly greatest: number
  readonly mean: number
  /** The mean of the chunk before. */
  readonly meanBefore: number
}

const NO_MARKS: LastMarks = { greatest: 0, mean: 0, meanBefore: 0 }

/**
 * Finds clicks: single wrong samples, or a few, in sound that goes on as if nothing had happened. Steps in the wave are
 * none, because synthesizers start notes with them.
 */
export class ClickWatch {
  readonly #sampleRate: Hertz
  readonly #least: number
  readonly #lasts: LastMarks[] = []
  readonly #events: Event[] = []
  #count = 0

  /** `step`: of the integers of the source; zero for floats. */
  constructor(sampleRate: Hertz, step: number) {
    this.#sampleRate = sampleRate
    this.#least = Math.max(LEAST_HEIGHT, LEAST_STEPS * step)
  }

  add(block: SampleBlock): void {
    const chunks = Math.floor(block.frames / CHUNK_FRAMES)
    block.chunks.forEach(({ marks }, channel) => {
      // Six times the height of a click is what a single wrong sample gives.
      const least = this.#least * 4
      let { greatest, mean, meanBefore } = this.#lasts[channel] ?? NO_MARKS
      for (let chunk = 0; chunk < chunks; chunk++) {
        const next = marks[chunk * 3 + 2] ?? 0
        if (greatest > least && greatest > STANDS_OUT * meanBefore && greatest > STANDS_OUT * next)
          this.#look(block, channel, (chunk - 1) * CHUNK_FRAMES)
        meanBefore = mean
        mean = next
        greatest = marks[chunk * 3 + 1] ?? 0
      }
      this.#lasts[channel] = { greatest, mean, meanBefore }
    })
  }

  /** None if there are so many that they must be meant. */
  clicks(totalFrames: Frames): readonly Event[] {
    return this.#count > FEW + (FEW_PER_SECOND * totalFrames) / this.#sampleRate ? [] : this.#events
  }

  #look(block: SampleBlock, channel: number, chunkAt: Frames): void {
    const samples = block.planes[channel]
    if (!samples) return
    const found = clickIn(samples, block.before + chunkAt, Math.max(4, Math.round(LONGEST * this.#sampleRate)))
    if (!found || found.height < this.#least) return
    this.#count++
    if (this.#events.length < MOST_REMEMBERED)
      this.#events.push({ channel, frame: block.from + found.at - block.before, level: found.height })
  }
}

/** A click in the chunk that begins at this index, or nothing. */
function clickIn(
  samples: Float32Array,
  chunkAt: number,
  longest: number,
): { readonly at: number; readonly height: number } | undefined {
  const x = (i: number) => samples[i] ?? 0
  const roughAt = (i: number) => Math.abs(x(i - 2) - 4 * x(i - 1) + 6 * x(i) - 4 * x(i + 1) + x(i + 2))
  // The marks of a chunk reach two samples back from its start.
  let [peak, most] = [chunkAt, 0]
  for (let i = chunkAt - 2; i < chunkAt + CHUNK_FRAMES - 2; i++) if (roughAt(i) > most) [peak, most] = [i, roughAt(i)]
  const [from, to] = [peak - AROUND, peak + AROUND]
  if (from < 4 || to + 4 > samples.length) return undefined
  const around: number[] = []
  let [first, last] = [peak, peak]
  for (let i = from; i < to; i++) {
    const rough = roughAt(i)
    if (rough > most / 10) [first, last] = [Math.min(first, i), Math.max(last, i)]
    else around.push(rough)
  }
  if (last - first > longest + 4 || most < STANDS_OUT * median(around)) return undefined
  // The wrong samples lie between those that the rest of the wave leads to.
  const [left, right] = [first - 1, last + 1]
  const leftSlope = x(left) - x(left - 1)
  const rightSlope = x(right + 1) - x(right)
  let [height, at] = [0, peak]
  for (let i = left + 1; i < right; i++) {
    const off = Math.abs(x(i) - between(x(left), leftSlope, x(right), rightSlope, right - left, i - left))
    if (off > height) [height, at] = [off, i]
  }
  let [steepest, top, atTop] = [0, 0, 0]
  for (let i = from; i < to; i++) {
    if (i > left && i <= right) continue
    steepest = Math.max(steepest, Math.abs(x(i) - x(i - 1)))
    top = Math.max(top, Math.abs(x(i)))
  }
  for (let i = from; i < to; i++) if (Math.abs(Math.abs(x(i)) - top) < 1e-4) atTop++
  const isStep = Math.abs(x(right) - x(left)) > 0.4 * height
  if (isStep || height < 3 * steepest) return undefined
  const isFine = top < height / 20 ? height >= LEAST_IN_SILENCE : atTop < FLAT
  return isFine ? { at, height } : undefined
}

/** The cubic through two points with these slopes. */
function between(y0: number, slope0: number, y1: number, slope1: number, length: number, at: number): number {
  const t = at / length
  const [t2, t3] = [t * t, t * t * t]
  return (
    (2 * t3 - 3 * t2 + 1) * y0 +
    (t3 - 2 * t2 + t) * slope0 * length +
    (3 * t2 - 2 * t3) * y1 +
    (t3 - t2) * slope1 * length
  )
}
