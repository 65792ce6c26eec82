// Load only in the disposable child process.
import type { ChannelMatch } from '#audio/channel-match.ts'
import { ComparisonTally } from '#audio/comparison-tally.ts'
import type { ComparedPair } from '#audio/comparison-result.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { openPair } from '#server/media/compared-source.ts'
import type { ComparedSource, OpenPair } from '#server/media/compared-source.ts'
import { sidesOf } from '#server/media/converted-reader.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

const BLOCK: Frames = 8192
/** Anything louder counts as audible: -60 dBFS. */
const AUDIBLE = 0.001
/** Of a long pair, one offset that has explained nothing for this share of the whole explains too little of it. */
const LOST_SHARE = 0.05
const LONG: Seconds = 1200

/** Both are read side by side from where they align to the end of the longer one. */
export interface ReadPair {
  readonly sampleRate: Hertz
  readonly sampleRates: ComparedPair<Hertz>
  readonly channels: ComparedPair<number>
  readonly seconds: ReturnType<ComparisonTally['finish']>
  /** Frames that both have. */
  readonly shared: Frames
  /** Sample by sample, over the shared part. */
  readonly equal: boolean
  readonly headA: Ending
  readonly headB: Ending
  readonly tailA: Ending
  readonly tailB: Ending
}

interface SideBySideSettings {
  readonly offset: Frames
  readonly channels: ChannelMatch
  /** The shorter one. */
  readonly lasting: Seconds
  readonly onFrames: (framesOfA: Frames) => void
}

/** Reads both side by side, once; may be stopped on the way and resumed. */
export class SideBySide {
  readonly #pair: OpenPair
  readonly #settings: SideBySideSettings
  readonly #tally: ComparisonTally
  readonly #heads: ComparedPair<Ending>
  #equal: boolean
  #shared: Frames = 0
  #rest: ComparedPair<readonly Float64Array[]> | null = null

  private constructor(pair: OpenPair, heads: ComparedPair<Ending>, settings: SideBySideSettings) {
    const { a, b, sampleRates, sampleRate } = pair
    const { channels, lasting } = settings
    this.#pair = pair
    this.#settings = settings
    this.#heads = heads
    this.#tally = new ComparisonTally(sampleRate, heads.a.frames, { match: channels, lasting })
    this.#equal = sampleRates.a === sampleRates.b && a.channels === b.channels
  }

  static async open(sources: ComparedPair<ComparedSource>, settings: SideBySideSettings): Promise<SideBySide> {
    const pair = await openPair(sources)
    const { offset } = settings
    const heads = { a: await skip(pair.a, Math.max(0, -offset)), b: await skip(pair.b, Math.max(0, offset)) }
    return new SideBySide(pair, heads, settings)
  }

  get sampleRate(): Hertz {
    return this.#pair.sampleRate
  }

  get sampleRates(): ComparedPair<Hertz> {
    return this.#pair.sampleRates
  }

  get channels(): ComparedPair<number> {
    return { a: this.#pair.a.channels, b: this.#pair.b.channels }
  }

  /** Reads to the end of the shared part, or until it is clear that one offset does not explain a long pair: false. */
  async readWhileAlike(): Promise<boolean> {
    const { lasting } = this.#settings
    const isLost = () => lasting > LONG && this.#tally.lost >= LOST_SHARE * lasting
    await this.#read(isLost)
    return this.#rest !== null
  }

  /** @throws MediaVerdict if one of them has no samples */
  async finish(): Promise<ReadPair> {
    await this.#read(() => false)
    const { a, b } = this.#pair
    const tailA = await toTheEnd(a, this.#rest?.a ?? [])
    const tailB = await toTheEnd(b, this.#rest?.b ?? [])
    const { a: headA, b: headB } = this.#heads
    const shared = this.#shared
    if (headA.frames + shared + tailA.frames === 0 || headB.frames + shared + tailB.frames === 0)
      throw new MediaVerdict('no-samples', 'nothing was decoded')
    return {
      sampleRate: this.sampleRate,
      sampleRates: this.sampleRates,
      channels: this.channels,
      seconds: this.#tally.finish(),
      shared,
      equal: this.#equal,
      headA,
      headB,
      tailA,
      tailB,
    }
  }

  async #read(isEnough: () => boolean): Promise<void> {
    const { a, b } = this.#pair
    while (this.#rest === null) {
      const [x, y] = [await a.read(BLOCK), await b.read(BLOCK)]
      const count = Math.min(framesOf(x), framesOf(y))
      if (count > 0) {
        this.#tally.add(sidesOf(cut(x, 0, count)), sidesOf(cut(y, 0, count)))
        this.#equal &&= sameSamples(x, y, count)
        this.#shared += count
        this.#settings.onFrames(this.#heads.a.frames + this.#shared)
      }
      if (count < BLOCK) this.#rest = { a: cut(x, count, framesOf(x)), b: cut(y, count, framesOf(y)) }
      else if (isEnough()) return
    }
  }
}

/** What only one recording has, before or after the shared part. */
export interface Ending {
  readonly frames: Frames
  /** All zeros. */
  readonly blank: boolean
  readonly audible: boolean
}

const SILENCE: Ending = { frames: 0, blank: true, audible: false }

async function skip(reader: SampleReader, frames: Frames): Promise<Ending> {
  let ending = SILENCE
  while (ending.frames < frames) {
    const samples = await reader.read(Math.min(BLOCK, frames - ending.frames))
    if (framesOf(samples) === 0) break
    ending = withSamples(ending, samples)
  }
  return ending
}

async function toTheEnd(reader: SampleReader, first: readonly Float64Array[]): Promise<Ending> {
  let ending = SILENCE
  for (let samples = first; framesOf(samples) > 0; samples = await reader.read(BLOCK))
    ending = withSamples(ending, samples)
  return ending
}

function withSamples(ending: Ending, samples: readonly Float64Array[]): Ending {
  return {
    frames: ending.frames + framesOf(samples),
    blank: ending.blank && samples.every((channel) => channel.every((sample) => sample === 0)),
    audible: ending.audible || samples.some((channel) => channel.some((sample) => Math.abs(sample) > AUDIBLE)),
  }
}

function framesOf(samples: readonly Float64Array[]): Frames {
  return samples[0]?.length ?? 0
}

function cut(samples: readonly Float64Array[], from: Frames, to: Frames): readonly Float64Array[] {
  return samples.map((channel) => channel.subarray(from, to))
}

function sameSamples(x: readonly Float64Array[], y: readonly Float64Array[], count: Frames): boolean {
  return x.every((channel, c) => {
    const other = y[c]
    if (!other) return false
    for (let i = 0; i < count; i++) if (channel[i] !== other[i]) return false
    return true
  })
}
