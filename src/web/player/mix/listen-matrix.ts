import { type ChannelLayout, speakersOf } from '#audio/speakers.ts'
import type { Frames } from '#shared/units.ts'
import { type Monitoring, PLAIN_MONITORING } from './monitoring.ts'

/** weights[output][input] for left and right. */
export type SideWeights = readonly [readonly number[], readonly number[]]

const HALF_POWER = Math.SQRT1_2

/** Between a front corner and the centre, or beside it. */
const BETWEEN = (1 + HALF_POWER) / 2

/** Each loudspeaker's share of left and right. Those of a right side mirror those of the left. */
const SHARES: Readonly<Record<string, readonly [left: number, right: number]>> = {
  ...mirrored('L', 'R', 1, 0),
  C: [HALF_POWER, HALF_POWER],
  LFE: [0, 0],
  LFE2: [0, 0],
  ...mirrored('Lc', 'Rc', BETWEEN, HALF_POWER / 2),
  ...mirrored('Lw', 'Rw', BETWEEN, 0),
  ...mirrored('Ls', 'Rs', HALF_POWER, 0),
  ...mirrored('Lb', 'Rb', HALF_POWER, 0),
  Cs: [0.5, 0.5],
  ...mirrored('Ltf', 'Rtf', HALF_POWER, 0),
  ...mirrored('Ltm', 'Rtm', 0.5, 0),
  ...mirrored('Ltb', 'Rtb', 0.5, 0),
  Tc: [HALF_POWER / 2, HALF_POWER / 2],
  Ctf: [0.5, 0.5],
  Ctb: [HALF_POWER / 2, HALF_POWER / 2],
}

function mirrored(left: string, right: string, near: number, far: number) {
  return { [left]: [near, far], [right]: [far, near] } as const
}

function foldOf(layout: ChannelLayout): SideWeights | undefined {
  const shares = speakersOf(layout)?.map((name) => SHARES[name])
  if (!shares || shares.includes(undefined)) return undefined
  return [shares.map((share) => share?.[0] ?? 0), shares.map((share) => share?.[1] ?? 0)]
}

/** Whether there is a fold-down to stereo for these channels. */
export function canFoldDown(layout: ChannelLayout): boolean {
  return layout.channels > 2 && foldOf(layout) !== undefined
}

/** Whether all channels are folded into two. With `hasRest`, each has a loudspeaker of its own. */
export function foldsNow(
  { foldsDown }: Pick<Monitoring, 'foldsDown'>,
  layout: ChannelLayout,
  hasRest: boolean,
): boolean {
  return layout.channels > 2 && (foldsDown ?? (!hasRest && canFoldDown(layout)))
}

/** The channel that plays alone; null if all do. */
export function soloOf({ solo }: Pick<Monitoring, 'solo'>, channels: number): number | null {
  return channels > 2 && solo !== null && solo < channels ? solo : null
}

/**
 * Weights from the channels to left and right: fronts whole, surrounds and those above in front at −3 dB, others above
 * at −6 dB. What is on the centre line goes to both sides, 3 dB lower. The low-frequency channel is dropped. Up to five
 * channels, these are those of the standard; it has none for loudspeakers above.
 * @see ITU-R BS.775-3, annex 4
 */
export function sideWeights(
  layout: ChannelLayout,
  monitoring: Pick<Monitoring, 'mode' | 'solo'> & { readonly foldsDown: boolean },
): SideWeights {
  const { mode, foldsDown } = monitoring
  const { channels } = layout
  const solo = soloOf(monitoring, channels)
  if (solo !== null) return [unit(channels, solo), unit(channels, solo)]
  const front: SideWeights = [unit(channels, 0), unit(channels, Math.min(1, channels - 1))]
  const [left, right] = (foldsDown ? foldOf(layout) : undefined) ?? front
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
  #layout: ChannelLayout

  constructor(channels: number, fadeFrames: Frames) {
    this.#channels = channels
    this.#layout = { channels }
    this.#fadeFrames = fadeFrames
    this.#to = this.#weightsFor(PLAIN_MONITORING, true)
    this.#from = this.#to
  }

  /**
   * With `hasRest`, the channels past the second have their own loudspeakers. `speakers`: their names, if the file has
   * them.
   */
  set(monitoring: Monitoring, hasRest: boolean, speakers?: readonly string[]): void {
    this.#layout = { channels: this.#channels, speakers }
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
    const foldsDown = foldsNow(monitoring, this.#layout, hasRest)
    const isSolo = soloOf(monitoring, this.#channels) !== null
    const sides = sideWeights(this.#layout, { ...monitoring, foldsDown })
    const playsRest = hasRest && monitoring.mode === 'stereo' && !foldsDown && !isSolo
    return Float64Array.from({ length: this.#channels ** 2 }, (_, at) => {
      const out = Math.floor(at / this.#channels)
      const input = at % this.#channels
      return sides[out]?.[input] ?? (playsRest && out === input ? 1 : 0)
    })
  }
}
