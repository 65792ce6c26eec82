import type { Frames } from '#shared/units.ts'
import { type Monitoring, PLAIN_MONITORING } from './monitoring.ts'

/** weights[output][input] for left and right. */
export type SideWeights = readonly [readonly number[], readonly number[]]

const HALF_POWER = Math.SQRT1_2

/** Each channel's share of left and right, in WAVE order, by number of channels. */
const FOLDS: Readonly<Record<number, SideWeights>> = {
  3: [
    [1, 0, HALF_POWER],
    [0, 1, HALF_POWER],
  ],
  4: [
    [1, 0, HALF_POWER, 0],
    [0, 1, 0, HALF_POWER],
  ],
  5: [
    [1, 0, HALF_POWER, HALF_POWER, 0],
    [0, 1, HALF_POWER, 0, HALF_POWER],
  ],
  6: [
    [1, 0, HALF_POWER, 0, HALF_POWER, 0],
    [0, 1, HALF_POWER, 0, 0, HALF_POWER],
  ],
  7: [
    [1, 0, HALF_POWER, 0, 0.5, HALF_POWER, 0],
    [0, 1, HALF_POWER, 0, 0.5, 0, HALF_POWER],
  ],
  8: [
    [1, 0, HALF_POWER, 0, HALF_POWER, 0, HALF_POWER, 0],
    [0, 1, HALF_POWER, 0, 0, HALF_POWER, 0, HALF_POWER],
  ],
  // 5.1.4 and 7.1.4: the four above, front pair first.
  10: [
    [1, 0, HALF_POWER, 0, HALF_POWER, 0, HALF_POWER, 0, 0.5, 0],
    [0, 1, HALF_POWER, 0, 0, HALF_POWER, 0, HALF_POWER, 0, 0.5],
  ],
  12: [
    [1, 0, HALF_POWER, 0, HALF_POWER, 0, HALF_POWER, 0, HALF_POWER, 0, 0.5, 0],
    [0, 1, HALF_POWER, 0, 0, HALF_POWER, 0, HALF_POWER, 0, HALF_POWER, 0, 0.5],
  ],
}

/** Whether there is a fold-down to stereo for this number of channels. */
export function canFoldDown(channels: number): boolean {
  return FOLDS[channels] !== undefined
}

/** Whether all channels are folded into two. With `hasRest`, each has a loudspeaker of its own. */
export function foldsNow({ foldsDown }: Pick<Monitoring, 'foldsDown'>, channels: number, hasRest: boolean): boolean {
  return channels > 2 && (foldsDown ?? (!hasRest && canFoldDown(channels)))
}

/** The channel that plays alone; null if all do. */
export function soloOf({ solo }: Pick<Monitoring, 'solo'>, channels: number): number | null {
  return channels > 2 && solo !== null && solo < channels ? solo : null
}

/**
 * Weights from the channels to left and right. Centre and surrounds are mixed in at −3 dB, those above and behind at
 * −6 dB; the low-frequency channel is dropped.
 * @see ITU-R BS.775-3, annex 4; BS.2051-3 for the layouts with loudspeakers above
 */
export function sideWeights(
  channels: number,
  monitoring: Pick<Monitoring, 'mode' | 'solo'> & { readonly foldsDown: boolean },
): SideWeights {
  const { mode, foldsDown } = monitoring
  const solo = soloOf(monitoring, channels)
  if (solo !== null) return [unit(channels, solo), unit(channels, solo)]
  const front: SideWeights = [unit(channels, 0), unit(channels, Math.min(1, channels - 1))]
  const [left, right] = (foldsDown ? FOLDS[channels] : undefined) ?? front
  const sum = (leftShare: number, rightShare: number) =>
    left.map((weight, i) => weight * leftShare + (right[i] ?? 0) * rightShare)
  switch (mode) {
    case 'stereo':
      return [left, right]
    case 'swapped':
      return [right, left]
    case 'left':
      return [left, left]
    case 'right':
      return [right, right]
    case 'mono':
      return [sum(0.5, 0.5), sum(0.5, 0.5)]
    case 'side':
      return [sum(0.5, -0.5), sum(0.5, -0.5)]
  }
}

function unit(channels: number, at: number): readonly number[] {
  return Array.from({ length: channels }, (_, i) => (i === at ? 1 : 0))
}

/** Applies weights in place; changes move linearly from the old to the new, so that they do not click. */
export class ListenMatrix {
  readonly #channels: number
  readonly #fadeFrames: Frames
  #from: Float64Array
  #to: Float64Array
  #progress = 1
  /** Whether channels past the second pass unchanged or are muted, without folding. */
  #isPlain = true

  constructor(channels: number, fadeFrames: Frames) {
    this.#channels = channels
    this.#fadeFrames = fadeFrames
    this.#to = this.#weightsFor(PLAIN_MONITORING, true)
    this.#from = this.#to
  }

  /** With `hasRest`, the channels past the second have their own loudspeakers. */
  set(monitoring: Monitoring, hasRest: boolean): void {
    this.#from = this.#now()
    this.#to = this.#weightsFor(monitoring, hasRest)
    this.#progress = 0
    this.#isPlain = false
  }

  /** Nothing changes: samples may pass untouched. */
  get isPlain(): boolean {
    return this.#isPlain
  }

  apply(planes: readonly Float32Array[], at: Frames, count: Frames): void {
    if (this.#isPlain) return
    const frame = new Float64Array(this.#channels)
    for (let i = at; i < at + count; i++) {
      this.#progress = Math.min(1, this.#progress + 1 / this.#fadeFrames)
      for (let c = 0; c < this.#channels; c++) frame[c] = planes[c]?.[i] ?? 0
      for (let out = 0; out < this.#channels; out++) {
        const plane = planes[out]
        if (plane) plane[i] = this.#sum(out, frame)
      }
    }
    if (this.#progress === 1) {
      this.#from = this.#to
      this.#isPlain = this.#to.every((weight, i) => weight === (i % (this.#channels + 1) === 0 ? 1 : 0))
    }
  }

  #sum(out: number, frame: Float64Array): number {
    let sum = 0
    for (let c = 0; c < this.#channels; c++) sum += (frame[c] ?? 0) * this.#weight(out * this.#channels + c)
    return sum
  }

  #weight(at: number): number {
    const from = this.#from[at] ?? 0
    return this.#progress === 1 ? (this.#to[at] ?? 0) : from + ((this.#to[at] ?? 0) - from) * this.#progress
  }

  #now(): Float64Array {
    return this.#to.map((_, at) => this.#weight(at))
  }

  /** A square matrix: rows are outputs, columns inputs. */
  #weightsFor(monitoring: Monitoring, hasRest: boolean): Float64Array {
    const foldsDown = foldsNow(monitoring, this.#channels, hasRest)
    const isSolo = soloOf(monitoring, this.#channels) !== null
    const sides = sideWeights(this.#channels, { ...monitoring, foldsDown })
    const playsRest = hasRest && monitoring.mode === 'stereo' && !foldsDown && !isSolo
    return Float64Array.from({ length: this.#channels ** 2 }, (_, at) => {
      const out = Math.floor(at / this.#channels)
      const input = at % this.#channels
      return sides[out]?.[input] ?? (playsRest && out === input ? 1 : 0)
    })
  }
}
