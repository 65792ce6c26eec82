// Load only in the disposable child process.
import { createHash } from 'node:crypto'
import { AV_CHANNEL_ORDER_NATIVE } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { RowCollector } from '#audio/dynamics-rows.ts'
import { encodeEnergyHeader, ENERGY_HEADER_BYTES } from '#audio/energy-file.ts'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import type { GatedLoudness } from '#audio/loudness-gating.ts'
import type { FinePeak } from '#audio/faults/fine-true-peak.ts'
import { FaultWatch } from '#audio/faults/fault-watch.ts'
import { CHUNK_FRAMES } from '#audio/faults/sample-block.ts'
import { opposedAt, sideBalance } from '#audio/faults/side-balance.ts'
import { UsedBits } from '#audio/faults/used-bits.ts'
import { heardBest } from '#audio/heard-best.ts'
import { KeyWatch } from '#audio/key/key-watch.ts'
import type { MeasuredKey } from '#audio/key/musical-key.ts'
import { PeaksPyramid } from '#audio/peaks-pyramid.ts'
import { PhaseWatch } from '#audio/phase-watch.ts'
import { PlaceList } from '#audio/place-list.ts'
import type { Event } from '#audio/place-list.ts'
import { speakersOfMask } from '#audio/speakers.ts'
import { sideFaults } from '#audio/side-faults.ts'
import { SideRows } from '#audio/side-levels.ts'
import type { ChannelLevels, SampleFacts } from '#audio/audio-findings.ts'
import { tempoOf } from '#audio/tempo.ts'
import type { Tempo } from '#audio/tempo.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { Analyser, BLOCK_FRAMES, PLACE_GAP_SECONDS, SAMPLE_KINDS } from '#server/media/analyser.ts'
import type { SampleLayout } from '#server/media/analyser.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import type { SourceFacts } from '#server/media/decoder.ts'
import type { FlacRendition } from '#server/media/flac-rendition.ts'
import { MAX_CHANNELS, MAX_SAMPLE_RATE, MAX_SECONDS, MIN_SAMPLE_RATE } from '#server/media/media-allowed.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import type { WasmModule } from '#server/media/wasm-engine.ts'

/** The shape of decoded samples; the first frame sets it and later frames must match. */
export interface DecodedShape {
  readonly sampleRate: Hertz
  readonly channels: number
  /** The loudspeaker of each channel, of more than two, if the decoder has them in the order of a channel mask. */
  readonly speakers?: readonly string[] | undefined
  readonly layout: SampleLayout
}

export interface PassPlan {
  readonly integerBits: number | null
  readonly lossless: boolean
  readonly rendition: FlacRendition | null
  /** Computes the MD5 of the samples at this width, as decoded, or not at all. */
  readonly digest: 16 | 24 | 'decoded' | null
}

/** Ten minutes of cells. */
const PIECE_CELLS = 60_000

/** FFmpeg numbers its planar sample formats after the five interleaved ones. */
const KINDS = SAMPLE_KINDS.length

export function shapeOf(frame: Frame): DecodedShape {
  const format = Number(frame.format)
  const kind = SAMPLE_KINDS[format % KINDS]
  if (format >= 2 * KINDS || format < 0 || !kind) throw new MediaVerdict('unsupported', `sample format ${format}`)
  const { sampleRate, channels, channelLayout } = frame
  const mask = channelLayout.order === AV_CHANNEL_ORDER_NATIVE ? Number(channelLayout.mask) : 0
  if (channels < 1 || channels > MAX_CHANNELS) throw new MediaVerdict('too-many-channels', `${channels} channels`)
  if (sampleRate < MIN_SAMPLE_RATE || sampleRate > MAX_SAMPLE_RATE)
    throw new MediaVerdict('unsupported', `${sampleRate} Hz`)
  return {
    sampleRate,
    channels,
    speakers: channels > 2 ? speakersOfMask(channels, mask) : undefined,
    layout: { kind, planar: format >= KINDS },
  }
}

/** Bits of integer samples; null for floats. For a lossy codec, the width of its decoder's output. */
export function integerBitsOf(source: SourceFacts, layout: SampleLayout): number | null {
  if (layout.kind === 'f32' || layout.kind === 'f64') return null
  const made = { u8: 8, s16: 16, s32: 32 }[layout.kind]
  if (!source.codec.lossless) return Math.min(made, 24)
  return source.bits > 0 ? Math.min(source.bits, made) : made
}

/** Collects decoded frames of any length into whole blocks and analyses, draws, measures and encodes those. */
export class AudioPass {
  readonly shape: DecodedShape
  totalFrames: Frames = 0
  readonly #plan: PassPlan
  readonly #analyser: Analyser
  readonly #peaks: PeaksPyramid
  readonly #cells: Float32Array<ArrayBuffer>[] = []
  readonly #rows: RowCollector
  readonly #md5 = createHash('md5')
  readonly #overs: PlaceList
  readonly #clips: PlaceList
  readonly #phase: PhaseWatch
  readonly #sides: SideRows
  readonly #faults: FaultWatch
  readonly #key: KeyWatch
  /** Of integers in 32 bits. */
  readonly #usedBits: UsedBits | null
  /** For each channel, the highest first. */
  #truePeaks: readonly (readonly FinePeak[])[] = []
  #cellCount = 0
  #filled: Frames = 0

  constructor(module: WasmModule, shape: DecodedShape, plan: PassPlan) {
    this.shape = shape
    this.#plan = plan
    this.#analyser = new Analyser(module, { ...shape, integerBits: plan.integerBits })
    this.#peaks = new PeaksPyramid(shape.channels)
    this.#overs = new PlaceList(shape.sampleRate * PLACE_GAP_SECONDS, CHUNK_FRAMES)
    this.#clips = new PlaceList(shape.sampleRate * PLACE_GAP_SECONDS)
    this.#rows = new RowCollector(shape.sampleRate)
    this.#phase = new PhaseWatch(shape.sampleRate)
    this.#sides = new SideRows(shape.sampleRate)
    this.#faults = new FaultWatch({ ...shape, ...plan })
    this.#key = new KeyWatch(shape.sampleRate)
    this.#usedBits = shape.layout.kind === 's32' && plan.integerBits !== null ? new UsedBits(plan.integerBits) : null
  }

  add(frame: Frame): void {
    const planes = this.shape.layout.planar ? (frame.extendedData ?? frame.data) : frame.data
    if (!planes) return
    const { frameBytes, inputs } = this.#analyser
    for (let taken = 0, frames = frame.nbSamples; taken < frames;) {
      const count = Math.min(frames - taken, BLOCK_FRAMES - this.#filled)
      inputs.forEach((input, i) => {
        const plane = planes[i]
        if (plane)
          input.set(plane.subarray(taken * frameBytes, (taken + count) * frameBytes), this.#filled * frameBytes)
      })
      this.#filled += count
      taken += count
      if (this.#filled === BLOCK_FRAMES) this.#block()
    }
  }

  finish(): void {
    if (this.#filled > 0) this.#block()
    this.#truePeaks = this.#faults.truePeaks().map((peaks) => peaks.toSorted((one, other) => other.level - one.level))
    this.#analyser.finish()
    this.#rows.add(this.#analyser.rows())
    for (const { frame, level } of this.#truePeaks.flat()) this.#rows.raise(frame, level)
    this.#overs.add(this.#analyser.overs())
    if (this.#overs.count === 0) this.#overs.add(this.#fineOvers(1))
    else this.#overs.raise(this.#fineOvers(), 2 * CHUNK_FRAMES)
  }

  /** The MD5 of all samples, in FLAC's format if a width was given; null if it was not computed. */
  md5(): Uint8Array<ArrayBuffer> | null {
    return this.#plan.digest && new Uint8Array(this.#md5.copy().digest())
  }

  /** What the MD5 covers: `s16`, `s24`, or the decoder's format, such as `f32`. */
  get digestKind(): string {
    const { kind, planar } = this.shape.layout
    const { digest } = this.#plan
    return digest === 16 || digest === 24 ? `s${digest}` : `${kind}${planar ? 'p' : ''}`
  }

  facts(): SampleFacts {
    const invalid = this.#analyser.invalidSamples()
    const faults = this.#faults.faults(this.totalFrames)
    const ofSides = sideFaults(this.#sides, faults.deadEnds)
    return {
      sampleRate: this.shape.sampleRate,
      totalFrames: this.totalFrames,
      channels: this.#channelFacts(),
      balance: this.shape.channels === 2 ? this.#balance(ofSides) : null,
      heardBest: heardBest(this.#allCells()),
      opposed: this.shape.channels === 2 ? this.#opposed() : null,
      faults,
      ...this.#analyser.stereoFacts(),
      overs: this.#overs,
      clips: this.#clips,
      phase: this.#phase,
      sideFaults: ofSides,
      invalidSamples: invalid.count,
      firstInvalid: invalid.first,
    }
  }

  /** Bits of integers that are in use, if those below are always zero; null for other samples. */
  usedBits(): number | null {
    const { integerBits } = this.#plan
    const used = this.#usedBits?.used ?? 0
    return used > 0 && integerBits !== null && used < integerBits ? used : null
  }

  /** Where the highest true peak is; null in silence. */
  truePeakAt(): Seconds | null {
    const [highest] = this.#truePeaks.flat().toSorted((one, other) => other.level - one.level)
    return highest && highest.level > 0 ? Math.max(0, highest.frame) / this.shape.sampleRate : null
  }

  /** The true peaks by the longer filter where that is higher. */
  #channelFacts(): readonly ChannelLevels[] {
    return this.#analyser.channelFacts().map((levels, channel) => ({
      ...levels,
      truePeak: Math.max(levels.truePeak, this.#truePeaks[channel]?.[0]?.level ?? 0),
    }))
  }

  /** Overs by the longer filter, at most so many in each channel. */
  #fineOvers(most = Infinity): readonly Event[] {
    return this.#truePeaks.flatMap((peaks, channel) =>
      peaks.slice(0, most).flatMap(({ level, frame }) => (level > 1 ? [{ channel, frame, level }] : [])),
    )
  }

  #balance(faults: SampleFacts['sideFaults']): SampleFacts['balance'] {
    const balance = sideBalance(this.#sides, faults)
    return balance && { off: balance.off, unsure: balance.unsure, at: this.#sides.at(balance.row) }
  }

  #opposed(): SampleFacts['opposed'] {
    const opposed = opposedAt(this.#sides)
    return opposed && { at: this.#sides.at(opposed.row), correlation: opposed.correlation }
  }

  loudness(): GatedLoudness {
    return gatedLoudness(this.#allCells())
  }

  tempo(): Tempo | null {
    return tempoOf(this.#allCells())
  }

  key(): MeasuredKey | null {
    return this.#key.key()
  }

  #allCells(): Float32Array {
    const cells = new Float32Array(this.#cellCount)
    this.#cellPieces().forEach((piece, i) => cells.set(piece, i * PIECE_CELLS))
    return cells
  }

  writePeaks(output: ChildOutput): void {
    let at = 0
    for (const piece of this.#peaks.finish(this.shape.sampleRate, this.totalFrames)) {
      output.write('peaks', at, piece)
      at += piece.length
    }
  }

  writeEnergy(output: ChildOutput): void {
    output.write(
      'energy',
      0,
      encodeEnergyHeader({
        sampleRate: this.shape.sampleRate,
        totalFrames: this.totalFrames,
        cellCount: this.#cellCount,
        rowCount: this.#rows.count,
      }),
    )
    let at = ENERGY_HEADER_BYTES
    for (const piece of this.#cellPieces()) {
      output.write('energy', at, new Uint8Array(piece.buffer, 0, piece.byteLength))
      at += piece.byteLength
    }
    for (const piece of this.#rows.pieces()) {
      output.write('energy', at, piece)
      at += piece.length
    }
  }

  #block(): void {
    const frames = this.#filled
    const { points, cells, cellCount } = this.#analyser.analyse(frames)
    this.#peaks.add(points, frames)
    this.#keepCells(cells, cellCount)
    this.#rows.add(this.#analyser.rows())
    this.#overs.add(this.#analyser.overs())
    this.#clips.add(this.#analyser.clips())
    const block = this.#analyser.block(this.totalFrames, frames)
    this.#faults.add(block)
    this.#key.add(block)
    if (this.#usedBits?.isOpen) for (const samples of this.#analyser.integers(frames)) this.#usedBits.add(samples)
    if (this.shape.channels === 2) {
      const sums = this.#analyser.stereoSums()
      this.#phase.add(this.totalFrames, frames, sums)
      this.#sides.add(this.totalFrames + frames, sums)
    }
    this.#digest(frames)
    this.totalFrames += frames
    this.#filled = 0
    if (this.totalFrames > MAX_SECONDS * this.shape.sampleRate)
      throw new MediaVerdict('too-long', `over ${MAX_SECONDS} s`)
  }

  #digest(frames: Frames): void {
    const { digest, rendition } = this.#plan
    if (digest === null) return
    if (digest !== 'decoded') {
      const packed = this.#analyser.pack(frames, digest)
      this.#md5.update(packed.digest)
      rendition?.add(packed.samples, frames)
      return
    }
    for (const input of this.#analyser.inputs) this.#md5.update(input.subarray(0, frames * this.#analyser.frameBytes))
  }

  /** Cells arrive a dozen at a time and are stored in larger arrays. */
  #keepCells(cells: Float32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const used = this.#cellCount % PIECE_CELLS
      if (used === 0) this.#cells.push(new Float32Array(PIECE_CELLS))
      const piece = this.#cells.at(-1)
      if (piece) piece[used] = cells[i] ?? 0
      this.#cellCount++
    }
  }

  #cellPieces(): readonly Float32Array<ArrayBuffer>[] {
    return this.#cells.map((piece, i) => piece.subarray(0, Math.min(PIECE_CELLS, this.#cellCount - i * PIECE_CELLS)))
  }
}
