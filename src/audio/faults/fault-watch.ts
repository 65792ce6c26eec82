import { BandWatch } from '#audio/faults/band-watch.ts'
import type { BandLimit } from '#audio/faults/band-watch.ts'
import { ClickWatch } from '#audio/faults/click-watch.ts'
import { CutEdgeWatch } from '#audio/faults/cut-edges.ts'
import type { CutEdges } from '#audio/faults/cut-edges.ts'
import { FineTruePeak } from '#audio/faults/fine-true-peak.ts'
import type { FinePeak } from '#audio/faults/fine-true-peak.ts'
import { FlatTopWatch } from '#audio/faults/flat-top-watch.ts'
import type { FlatTops } from '#audio/faults/flat-top-watch.ts'
import { GapWatch } from '#audio/faults/gap-watch.ts'
import type { DeadEnd, SoundGap } from '#audio/faults/sound-gap.ts'
import { HumWatch } from '#audio/faults/hum-watch.ts'
import type { MainsHum } from '#audio/faults/hum-watch.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import type { Event } from '#audio/place-list.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** What the search for faults has found in the samples. */
export interface SoundFaults {
  readonly clicks: readonly Event[]
  readonly gaps: readonly SoundGap[]
  readonly deadEnds: readonly DeadEnd[]
  readonly hum: MainsHum | null
  readonly band: BandLimit | null
  readonly flatTops: FlatTops | null
  readonly edges: CutEdges
}

export interface FaultSettings {
  readonly sampleRate: Hertz
  readonly channels: number
  /** Bits of an integer source; null for floats. */
  readonly integerBits: number | null
  /** Faults of a lossy codec are not the recording's: only gaps and edges are looked for. */
  readonly lossless: boolean
}

/** A channel that is silent for longer may have nothing to play. */
const LONGEST_GAP_OF_ONE: Seconds = 5
/** Shorter recordings are loops and samples, which are meant to be cut. */
const SHORTEST_WITH_EDGES: Seconds = 10

/** Looks for faults in each block of a recording. */
export class FaultWatch {
  readonly #settings: FaultSettings
  readonly #clicks: ClickWatch
  readonly #gaps: GapWatch
  readonly #hum: HumWatch
  readonly #band: BandWatch
  readonly #flatTops: FlatTopWatch
  readonly #edges: CutEdgeWatch
  readonly #truePeak = new FineTruePeak()
  #last: SampleBlock | null = null

  constructor(settings: FaultSettings) {
    const { sampleRate, channels, integerBits } = settings
    const step = integerBits === null ? 0 : 2 ** (1 - integerBits)
    this.#settings = settings
    this.#clicks = new ClickWatch(sampleRate, step)
    this.#gaps = new GapWatch(sampleRate, channels)
    this.#hum = new HumWatch(sampleRate)
    this.#band = new BandWatch(sampleRate)
    this.#flatTops = new FlatTopWatch(integerBits === null ? 1 : 1 - 2 ** (1 - Math.min(integerBits, 24)))
    this.#edges = new CutEdgeWatch(sampleRate)
  }

  add(block: SampleBlock): void {
    this.#last = block
    this.#gaps.add(block)
    this.#edges.add(block)
    this.#truePeak.add(block)
    this.#hum.add(block)
    if (!this.#settings.lossless) return
    this.#clicks.add(block)
    this.#flatTops.add(block)
    this.#band.add(block)
  }

  /** The highest true peaks of each channel. Ask at the end, before the last block is gone. */
  truePeaks(): readonly (readonly FinePeak[])[] {
    if (this.#last) this.#edges.finish(this.#last)
    return this.#truePeak.peaks(this.#last)
  }

  faults(totalFrames: Frames): SoundFaults {
    return {
      clicks: this.#clicks.clicks(totalFrames),
      gaps: this.#gaps.gaps(LONGEST_GAP_OF_ONE),
      deadEnds: this.#gaps.deadEnds(),
      hum: this.#hum.hum(),
      band: this.#band.limit(),
      flatTops: this.#flatTops.tops(),
      edges:
        totalFrames < SHORTEST_WITH_EDGES * this.#settings.sampleRate
          ? { start: null, end: null }
          : this.#edges.edges(),
    }
  }
}
