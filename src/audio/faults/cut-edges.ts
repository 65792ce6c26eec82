import { isMidWave } from '#audio/faults/gap-watch.ts'
import { rootMeanSquare } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'

/** Whether the recording begins or ends in the middle of sound. */
export interface CutEdges {
  readonly start: CutEdge | null
  readonly end: CutEdge | null
}

export interface CutEdge {
  /** Of the first or last millisecond, or of the jump from or to nothing. */
  readonly level: number
  /** It may be the beginning of a note, or a note that is damped quickly. */
  readonly unsure: boolean
}

/** −48 dBFS; what is quieter than −34, as the hiss of a tape, must be as loud as the rest of the recording. */
const SOUNDS = 0.004
export const AUDIBLE_EDGE = 0.02
const EDGE_SECONDS = 0.001
const BESIDE_SECONDS = 0.01
/** The first or last millisecond, compared with ten: faded over three milliseconds, it is quieter. */
const AT_ONCE = 0.22
const AT_ONCE_LAST = 0.09
/** The jump from or to nothing, compared with ten milliseconds: notes begin, and fades end, nearer to zero. */
const NOT_ZERO = 0.1
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
  #start: CutEdge | null = null
  #end: CutEdge | null = null

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
  }

  add(block: SampleBlock): void {
    if (block.from === 0) this.#start = this.#startOf(block)
  }

  /** Call with the last block. */
  finish(block: SampleBlock): void {
    this.#end = this.#endOf(block)
  }

  edges(): CutEdges {
    return { start: this.#start, end: this.#end }
  }

  #startOf({ planes, before, frames }: SampleBlock): CutEdge | null {
    const edge = Math.round(EDGE_SECONDS * this.#sampleRate)
    const beside = Math.round(BESIDE_SECONDS * this.#sampleRate)
    const found: CutEdge[] = []
    for (const samples of planes) {
      const level = rootMeanSquare(samples, before, before + beside)
      const later = rootMeanSquare(samples, before + 3 * beside, before + Math.min(frames, 6 * beside))
      const first = rootMeanSquare(samples, before, before + edge)
      const jump = Math.abs(samples[before] ?? 0)
      if (Math.max(first, jump) <= SOUNDS || jump < NOT_ZERO * level) continue
      const unsure = first < AT_ONCE * level || level >= BEGINS * later || !isCutStart(samples, before)
      found.push({ level: Math.max(first, jump), unsure })
    }
    return together(found)
  }

  #endOf({ planes, before, frames }: SampleBlock): CutEdge | null {
    const end = before + frames
    const edge = Math.round(EDGE_SECONDS * this.#sampleRate)
    const beside = Math.round(BESIDE_SECONDS * this.#sampleRate)
    const found: CutEdge[] = []
    for (const samples of planes) {
      const last = rootMeanSquare(samples, end - edge, end)
      const level = rootMeanSquare(samples, end - beside, end)
      const jump = Math.abs(samples[end - 1] ?? 0)
      if (Math.max(last, jump) <= SOUNDS || (last <= AT_ONCE_LAST * level && jump < NOT_ZERO * level)) continue
      const unsure = last <= NOT_FADED * level || jump < SOUNDS
      found.push({ level: Math.max(last, jump), unsure })
    }
    return together(found)
  }
}

/** Of all channels: certain if it is in one. */
function together(edges: readonly CutEdge[]): CutEdge | null {
  if (edges.length === 0) return null
  return { level: Math.max(...edges.map(({ level }) => level)), unsure: edges.every(({ unsure }) => unsure) }
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
