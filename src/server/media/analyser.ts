import type { ChannelLevels } from '#audio/audio-findings.ts'
import { ROW_FIELDS } from '#audio/dynamics-rows.ts'
import { channelWeights, kWeighting } from '#audio/k-weighting.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import type { StereoSums } from '#audio/phase-watch.ts'
import { CHUNK_FRAMES } from '#audio/faults/sample-block.ts'
import type { ChunkMarks, SampleBlock } from '#audio/faults/sample-block.ts'
import type { Event } from '#audio/place-list.ts'
import { truePeakFilter } from '#audio/true-peak-filter.ts'
import type { Frames, Hertz } from '#shared/units.ts'
import { instantiateWasm } from '#server/media/wasm-engine.ts'
import type { WasmModule } from '#server/media/wasm-engine.ts'

/** FLAC's block size, and eighteen waveform points: the analysis processes blocks of this size. */
export const BLOCK_FRAMES: Frames = 4608
/** The loudest sample that counts as silence at the beginning and end: -60 dBFS. */
const SILENCE_LEVEL = 0.001
/** Rounding alone enters a run of three by less than this many steps of the integers. */
const CLIP_STEPS = 4
/** Repetitions within this time are reported as one place. */
export const PLACE_GAP_SECONDS = 0.1

export const SAMPLE_KINDS = ['u8', 's16', 's32', 'f32', 'f64'] as const
const SAMPLE_BYTES = [1, 2, 4, 4, 8] as const

/** The memory layout of decoded samples: interleaved channels, or planar (one channel after another). */
export interface SampleLayout {
  readonly kind: (typeof SAMPLE_KINDS)[number]
  readonly planar: boolean
}

export interface AnalyserSettings {
  readonly sampleRate: Hertz
  readonly channels: number
  /** The loudspeaker of each channel, if the file names them. */
  readonly speakers?: readonly string[] | undefined
  readonly layout: SampleLayout
  /** Bits of an integer source; null for floats and lossy codecs, which clip at 1. */
  readonly integerBits: number | null
}

/** Functions of src/audio/wasm/analysis-pass.ts. */
interface AnalysisModule {
  readonly memory: { readonly buffer: ArrayBuffer }
  prepare(channels: number): void
  setWeight(channel: number, weight: number): void
  setFilters(
    b0: number,
    b1: number,
    b2: number,
    a1: number,
    a2: number,
    highPassA1: number,
    highPassA2: number,
    cellFrames: number,
  ): void
  setLevels(clip: number, clipSlope: number, silence: number, peakBound: number, placeGapFrames: number): void
  setTap(phase: number, pair: number, half: number, value: number): void
  rawAt(): number
  packedAt(kind: number, planar: number, bits: number): number
  digestAt(kind: number, planar: number, bits: number): number
  pointsAt(): number
  planeAt(channel: number): number
  chunkPeaksAt(): number
  chunkTruePeaksAt(): number
  marksAt(): number
  cellsAt(): number
  rowsAt(): number
  rowCount(): number
  oversAt(): number
  oversNoted(): number
  clipsAt(): number
  clipsNoted(): number
  unpack(kind: number, planar: number, frames: number): void
  pack(kind: number, planar: number, frames: number, bits: number): void
  analyse(frames: number): number
  finish(): void
  stateField(channel: number, field: number): number
  invalidSamples(): number
  firstInvalidFrame(): number
  stereoProducts(): number
  stereoDifferences(): number
}

const NO_EVENTS: readonly Event[] = []

// As in src/audio/wasm/layout.ts.
const MAX_CELLS = 1024
const HISTORY: Frames = 1024
const CHUNKS = BLOCK_FRAMES / CHUNK_FRAMES + 1

/** Offsets, as in src/audio/wasm/channel-state.ts. */
const FIELDS = {
  truePeak: 88,
  samplePeak: 96,
  sum: 104,
  squares: 112,
  clippedRuns: 128,
  clippedSamples: 136,
  firstSound: 152,
  lastSound: 160,
} as const satisfies Record<keyof ChannelLevels, number>

/** All measurements of the samples themselves, block by block, in WebAssembly. */
export class Analyser {
  readonly #wasm: AnalysisModule
  readonly #settings: AnalyserSettings
  readonly #kind: number
  readonly #sampleBytes: number
  // Views of the module's memory, which does not move after `prepare`.
  readonly #inputs: readonly Uint8Array<ArrayBuffer>[]
  readonly #points: Float32Array
  readonly #cells: Float32Array
  readonly #planes: readonly Float32Array[]
  readonly #chunks: readonly ChunkMarks[]

  constructor(module: WasmModule, settings: AnalyserSettings) {
    // The exports are the functions of analysis-pass.ts, from which the module is compiled.
    const wasm = instantiateWasm(module) as AnalysisModule
    this.#wasm = wasm
    this.#settings = settings
    this.#kind = SAMPLE_KINDS.indexOf(settings.layout.kind)
    this.#sampleBytes = SAMPLE_BYTES[this.#kind] ?? 4
    const { sampleRate, channels, integerBits } = settings
    const { shelf, highPass } = kWeighting(sampleRate)
    const filter = truePeakFilter()
    wasm.prepare(channels)
    this.#inputs = this.#viewInputs()
    this.#points = new Float32Array(wasm.memory.buffer, wasm.pointsAt(), (BLOCK_FRAMES / 256) * channels * 3)
    this.#cells = new Float32Array(wasm.memory.buffer, wasm.cellsAt(), MAX_CELLS)
    this.#planes = this.#perChannel(
      wasm.planeAt(0) - HISTORY * 4,
      HISTORY + BLOCK_FRAMES,
      HISTORY + BLOCK_FRAMES + CHUNK_FRAMES,
    )
    this.#chunks = this.#viewChunks()
    wasm.setFilters(...shelf, ...highPass, sampleRate / CELLS_PER_SECOND)
    channelWeights(settings).forEach((weight, channel) => wasm.setWeight(channel, weight))
    wasm.setLevels(
      integerBits === null ? 1 : 1 - 2 ** (1 - Math.min(integerBits, 24)),
      integerBits === null ? 0 : CLIP_STEPS * 2 ** (1 - Math.min(integerBits, 24)),
      SILENCE_LEVEL,
      filter.bound,
      sampleRate * PLACE_GAP_SECONDS,
    )
    filter.even.forEach((taps, phase) => taps.forEach((value, pair) => wasm.setTap(phase, pair, 0, value)))
    filter.odd.forEach((taps, phase) => taps.forEach((value, pair) => wasm.setTap(phase, pair, 1, value)))
  }

  /** The buffers for a block's decoded bytes: one interleaved plane, or one plane per channel. */
  get inputs(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#inputs
  }

  /** Bytes between successive frames in a plane. */
  get frameBytes(): number {
    return this.#sampleBytes * (this.#settings.layout.planar ? 1 : this.#settings.channels)
  }

  /** Analyses the block in the inputs. Only the last block may be short. The result is valid until the next call. */
  analyse(frames: Frames): { readonly points: Float32Array; readonly cells: Float32Array; readonly cellCount: number } {
    const wasm = this.#wasm
    wasm.unpack(this.#kind, Number(this.#settings.layout.planar), frames)
    return { cellCount: wasm.analyse(frames), points: this.#points, cells: this.#cells }
  }

  /** Rows that the block completed, or after the end the incomplete one, as quadruples. Valid until the next call. */
  rows(): Float32Array {
    return new Float32Array(this.#wasm.memory.buffer, this.#wasm.rowsAt(), this.#wasm.rowCount() * ROW_FIELDS)
  }

  /**
   * The analysed block in an encoder's format (16 bit, or 24 in the upper bits of 32), and the bytes for FLAC's MD5.
   */
  pack(
    frames: Frames,
    bits: 16 | 24,
  ): { readonly samples: Uint8Array<ArrayBuffer>; readonly digest: Uint8Array<ArrayBuffer> } {
    const wasm = this.#wasm
    const planar = Number(this.#settings.layout.planar)
    wasm.pack(this.#kind, planar, frames, bits)
    const count = frames * this.#settings.channels
    return {
      samples: new Uint8Array(
        wasm.memory.buffer,
        wasm.packedAt(this.#kind, planar, bits),
        count * (bits === 16 ? 2 : 4),
      ),
      digest: new Uint8Array(wasm.memory.buffer, wasm.digestAt(this.#kind, planar, bits), count * (bits / 8)),
    }
  }

  #viewInputs(): readonly Uint8Array<ArrayBuffer>[] {
    const { layout, channels } = this.#settings
    const bytes = BLOCK_FRAMES * this.#sampleBytes * (layout.planar ? 1 : channels)
    return Array.from(
      { length: layout.planar ? channels : 1 },
      (_, plane) => new Uint8Array(this.#wasm.memory.buffer, this.#wasm.rawAt() + plane * bytes, bytes),
    )
  }

  /** The block that was analysed last, as floats, with what precedes it. */
  block(from: Frames, frames: Frames): SampleBlock {
    return { from, frames, before: HISTORY, planes: this.#planes, chunks: this.#chunks }
  }

  /** The block's samples as they were decoded to 32-bit integers, of one plane after another. */
  integers(frames: Frames): readonly Int32Array[] {
    const count = this.#settings.layout.planar ? frames : frames * this.#settings.channels
    return this.#inputs.map((input) => new Int32Array(input.buffer, input.byteOffset, count))
  }

  #viewChunks(): readonly ChunkMarks[] {
    const peaks = this.#perChannel(this.#wasm.chunkPeaksAt(), CHUNKS, CHUNKS)
    const truePeaks = this.#perChannel(this.#wasm.chunkTruePeaksAt(), CHUNKS, CHUNKS)
    const none = new Float32Array(0)
    return this.#perChannel(this.#wasm.marksAt(), CHUNKS * 3, CHUNKS * 3).map((marks, channel) => ({
      marks,
      peaks: peaks[channel] ?? none,
      truePeaks: truePeaks[channel] ?? none,
    }))
  }

  /** Views of `length` floats for each channel, whose starts are `step` floats apart. */
  #perChannel(at: number, length: number, step: number): readonly Float32Array[] {
    return Array.from(
      { length: this.#settings.channels },
      (_, channel) => new Float32Array(this.#wasm.memory.buffer, at + channel * step * 4, length),
    )
  }

  finish(): void {
    this.#wasm.finish()
  }

  /** Overs in the current block, or, after the end, those in the filter's tail. */
  overs(): readonly Event[] {
    return this.#events(this.#wasm.oversAt(), this.#wasm.oversNoted())
  }

  clips(): readonly Event[] {
    return this.#events(this.#wasm.clipsAt(), this.#wasm.clipsNoted())
  }

  #events(at: number, count: number): readonly Event[] {
    if (count === 0) return NO_EVENTS
    const fields = new Float64Array(this.#wasm.memory.buffer, at, count * 3)
    return Array.from({ length: count }, (_, i) => ({
      channel: fields[i * 3] ?? 0,
      frame: fields[i * 3 + 1] ?? 0,
      level: fields[i * 3 + 2] ?? 0,
    }))
  }

  channelFacts(): readonly ChannelLevels[] {
    const read = (channel: number, field: keyof ChannelLevels) => this.#wasm.stateField(channel, FIELDS[field])
    return Array.from({ length: this.#settings.channels }, (_, channel) => ({
      truePeak: read(channel, 'truePeak'),
      samplePeak: read(channel, 'samplePeak'),
      sum: read(channel, 'sum'),
      squares: read(channel, 'squares'),
      clippedRuns: read(channel, 'clippedRuns'),
      clippedSamples: read(channel, 'clippedSamples'),
      firstSound: read(channel, 'firstSound'),
      lastSound: read(channel, 'lastSound'),
    }))
  }

  /** Sums of left × right and of (left - right)² over the recording; zero unless stereo. */
  stereoFacts(): { readonly products: number; readonly differences: number } {
    return { products: this.#wasm.stereoProducts(), differences: this.#wasm.stereoDifferences() }
  }

  /** The same sums so far, with those of left² and right². */
  stereoSums(): StereoSums {
    return {
      products: this.#wasm.stereoProducts(),
      left: this.#wasm.stateField(0, FIELDS.squares),
      right: this.#wasm.stateField(1, FIELDS.squares),
    }
  }

  invalidSamples(): { readonly count: number; readonly first: Frames } {
    return { count: this.#wasm.invalidSamples(), first: this.#wasm.firstInvalidFrame() }
  }
}
