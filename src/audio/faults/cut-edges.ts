import { isMidWave } from '#audio/faults/gap-watch.ts'
import { rootMeanSquare } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'

/** Whether the recording begins or ends in the middle of sound, as the level there, or null. */
export interface CutEdges {
  readonly start: number | null
  readonly end: number | null
}

/** −34 dBFS: louder than the hiss of a tape. */
const SOUNDS = 0.02
const EDGE_SECONDS = 0.001
const BESIDE_SECONDS = 0.01
/** A drum that begins is loudest first. */
const BEGINS = 1.3
/** How far from zero, compared with the slower waves. */
const LEANS = 0.7
/** A wave that is cut is shorter than those that follow. */
const WHOLE = 0.9
/** An end that is not faded is as loud as what precedes it, within 6 dB. */
const NOT_FADED = 0.5

/** Keeps the level at the first and last samples. */
export class CutEdgeWatch {
  readonly #sampleRate: number
  #start: number | null = null
  #end: number | null = null

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
  }

  add(block: SampleBlock): void {
    if (block.from === 0) this.#start = this.#startOf(block)
    this.#end = this.#endOf(block)
  }

  edges(): CutEdges {
    return { start: this.#start, end: this.#end }
  }

  #startOf({ planes, before, frames }: SampleBlock): number | null {
    const [edge, beside] = [EDGE_SECONDS, BESIDE_SECONDS].map((seconds) => Math.round(seconds * this.#sampleRate))
    let most: number | null = null
    for (const samples of planes) {
      const level = rootMeanSquare(samples, before, before + (beside ?? 0))
      const later = rootMeanSquare(samples, before + 3 * (beside ?? 0), before + Math.min(frames, 6 * (beside ?? 0)))
      const first = rootMeanSquare(samples, before, before + (edge ?? 0))
      if (first > SOUNDS && level < BEGINS * later && isCutStart(samples, before)) most = Math.max(most ?? 0, first)
    }
    return most
  }

  #endOf({ planes, before, frames }: SampleBlock): number | null {
    const end = before + frames
    const edge = Math.round(EDGE_SECONDS * this.#sampleRate)
    const beside = Math.round(BESIDE_SECONDS * this.#sampleRate)
    let most: number | null = null
    for (const samples of planes) {
      if (Math.abs(samples[end - 1] ?? 0) < SOUNDS) continue
      const last = rootMeanSquare(samples, end - edge, end)
      if (last > SOUNDS && last > NOT_FADED * rootMeanSquare(samples, end - beside, end))
        most = Math.max(most ?? 0, last)
    }
    return most
  }
}

/** Whether the first half-wave is far from zero at once and shorter than the next: notes begin with a whole one. */
function isCutStart(samples: Float32Array, at: number): boolean {
  if (!isMidWave(samples, at, LEANS)) return false
  const sign = Math.sign(samples[at] ?? 0)
  const lengths: number[] = []
  let length = 0
  for (let i = at; i < samples.length; i++) {
    if ((samples[i] ?? 0) * sign > 0) length++
    else if (length > 0) {
      lengths.push(length)
      length = 0
    }
  }
  const [first = 0, ...others] = lengths
  return others.length < 2 || first < WHOLE * Math.max(...others.slice(0, 6))
}
