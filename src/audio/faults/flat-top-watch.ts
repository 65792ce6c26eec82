import type { Event } from '#audio/place-list.ts'
import { CHUNK_FRAMES } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import type { Frames } from '#shared/units.ts'

/** Peaks cut off flat at one level below full scale. */
export interface FlatTops {
  readonly events: readonly Event[]
  readonly count: number
  /** Amplitude. */
  readonly ceiling: number
}

/** Two steps of 16 bits: dither moves a flat top by as much. */
const SAME = 6.2e-5
/** The least step into a flat top; a slow wave turns round by less. */
const STEEP = 8 * SAME
const SHORTEST: Frames = 3
/** −20 dBFS: quieter tops are no ceiling of a mix. */
const QUIETEST = 0.1
/** Close enough to the loudest sample so far, 0.2 dB. */
const NEAR_TOP = 0.977
/** Of the ceiling, 0.01 dB. */
const AT_CEILING = 0.0012
const FEWEST = 10
/** Fewer are enough where the wave was so steep that it went on far above: by a twelfth. */
const FEWEST_DEEP = 3
const DEEP = 0.08
/** Most flat tops are at the ceiling. */
const SHARE_AT_CEILING = 0.7
const MOST_REMEMBERED = 3000

/** Finds sound that was clipped first and turned down afterwards. */
export class FlatTopWatch {
  readonly #full: number
  /** For each channel, the level that a top must reach. */
  readonly #least: number[] = []
  #tops: (Event & { readonly isDeep: boolean })[] = []

  /** `full`: the level from which a run counts as clipping anyway. */
  constructor(full: number) {
    this.#full = full
  }

  add(block: SampleBlock): void {
    block.chunks.forEach(({ peaks }, channel) => {
      const samples = block.planes[channel]
      if (!samples) return
      const chunks = Math.floor(block.frames / CHUNK_FRAMES)
      let least = this.#least[channel] ?? QUIETEST
      for (let chunk = 0; chunk < chunks; chunk++) {
        const peak = peaks[chunk] ?? 0
        if (peak < least) continue
        least = Math.max(least, NEAR_TOP * peak)
        if (peak < this.#full && this.#tops.length < MOST_REMEMBERED)
          this.#look(samples, block, { channel, chunk, peak })
      }
      this.#least[channel] = least
    })
  }

  tops(): FlatTops | null {
    const ceiling = this.#ceiling()
    const atCeiling = this.#tops.filter(({ level }) => Math.abs(level - ceiling) <= AT_CEILING * ceiling)
    const near = this.#tops.filter(({ level }) => level >= NEAR_TOP * ceiling)
    const isEnough = atCeiling.length >= FEWEST || atCeiling.filter(({ isDeep }) => isDeep).length >= FEWEST_DEEP
    if (!isEnough || atCeiling.length < SHARE_AT_CEILING * near.length) return null
    return { events: atCeiling, count: atCeiling.length, ceiling }
  }

  /** The level of most flat tops. */
  #ceiling(): number {
    const levels = this.#tops.map(({ level }) => level).sort((one, other) => one - other)
    let [best, most] = [0, 0]
    for (let first = 0, last = 0; last < levels.length; last++) {
      while ((levels[first] ?? 0) < (levels[last] ?? 0) * (1 - AT_CEILING)) first++
      if (last - first + 1 > most) [best, most] = [levels[Math.floor((first + last) / 2)] ?? 0, last - first + 1]
    }
    return best
  }

  #look(
    samples: Float32Array,
    { before, from }: SampleBlock,
    { channel, chunk, peak }: { readonly channel: number; readonly chunk: number; readonly peak: number },
  ): void {
    const first = before + chunk * CHUNK_FRAMES
    const end = first + CHUNK_FRAMES
    for (let i = first; i < end; i++) {
      const top = samples[i] ?? 0
      // A run that began in the chunk before has been looked at.
      if (Math.abs(top) < peak - SAME || Math.abs(top - (samples[i - 1] ?? 0)) <= SAME) continue
      let last = i
      while (last + 1 < end && Math.abs((samples[last + 1] ?? 0) - top) <= SAME) last++
      // A jump out of nowhere is the edge of a square wave: a cut-off wave gets there in steps of its own.
      const intoTop = Math.abs(top - (samples[i - 1] ?? 0))
      const beforeThat = Math.abs((samples[i - 1] ?? 0) - (samples[i - 2] ?? 0))
      const isCut = Math.max(intoTop, beforeThat) > STEEP && intoTop <= 2 * beforeThat + STEEP
      const length = last - i + 1
      // A parabola of this slope and length.
      const isDeep = (beforeThat * (length + 1)) / 4 > DEEP * Math.abs(top)
      if (length >= SHORTEST && isCut)
        this.#tops.push({ channel, frame: from + i - before, level: Math.abs(top), isDeep })
      i = last
    }
  }
}
