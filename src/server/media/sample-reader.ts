// Load only in the disposable child process.
import type { Frame } from 'node-av/lib'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { shapeOf } from '#server/media/audio-pass.ts'
import type { DecodedShape } from '#server/media/audio-pass.ts'
import type { SampleLayout } from '#server/media/analyser.ts'
import { Decoder } from '#server/media/decoder.ts'
import { MAX_SECONDS } from '#server/media/media-allowed.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'

/** Finalizers of FFmpeg's native objects run only between turns of the event loop. */
const PACKETS_PER_TURN = 8
const MOST_SKIPPED: Frames = 2 ** 15

/** Decoded audio read piece by piece, `samples[channel][frame]`; integers are scaled to -1..1 exactly. */
export interface SampleReader {
  readonly sampleRate: Hertz
  readonly channels: number
  /** The next `frames` frames, or what is left. The arrays are valid until the next call. */
  read(frames: Frames): Promise<readonly Float64Array[]>
  /** Passes over the next frames, which costs less than reading them. Returns how many there were. */
  skip(frames: Frames): Promise<Frames>
}

/** The audio stream behind a descriptor. */
export class DecodedReader implements SampleReader {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly #decoder: Decoder
  readonly #shape: DecodedShape
  readonly #queue: SampleQueue
  #ended = false
  #packets = 0
  #taken: Frames = 0
  #misfits = 0
  #position = 0

  /** Throws a MediaVerdict if there is nothing to decode. */
  static async open(descriptor: number): Promise<DecodedReader> {
    const decoder = new Decoder(descriptor, true)
    const begun: { shape?: DecodedShape; queue?: SampleQueue } = {}
    const sink = {
      frame(frame: Frame) {
        if (frame.nbSamples === 0) return
        const shape = (begun.shape ??= shapeOf(frame))
        const queue = (begun.queue ??= new SampleQueue(shape.channels, shape.layout))
        if (fits(frame, shape)) queue.push(frame)
      },
    }
    while (!begun.queue && decoder.step(sink)) await new Promise(setImmediate)
    if (!begun.shape || !begun.queue) throw new MediaVerdict('no-samples', 'nothing was decoded')
    return new DecodedReader(decoder, begun.shape, begun.queue)
  }

  private constructor(decoder: Decoder, shape: DecodedShape, queue: SampleQueue) {
    this.#decoder = decoder
    this.#shape = shape
    this.#queue = queue
    this.sampleRate = shape.sampleRate
    this.channels = shape.channels
  }

  get declaredSeconds(): Seconds | null {
    return this.#decoder.facts.declaredSeconds
  }

  /** Whether everything so far was decoded without errors. */
  get sound(): boolean {
    return this.#decoder.errors === 0 && this.#misfits === 0
  }

  /** The decoder's byte position in the file. */
  get position(): number {
    return this.#position
  }

  async read(frames: Frames): Promise<readonly Float64Array[]> {
    await this.#decode(frames)
    const taken = this.#queue.take(frames)
    this.#count(taken[0]?.length ?? 0)
    return taken
  }

  async skip(frames: Frames): Promise<Frames> {
    let passed = 0
    for (let count = 1; count > 0 && passed < frames; passed += count) {
      const wanted = Math.min(MOST_SKIPPED, frames - passed)
      await this.#decode(wanted)
      count = this.#queue.drop(wanted)
      this.#count(count)
    }
    return passed
  }

  /** Until the queue holds as many frames, or there are no more. */
  async #decode(frames: Frames): Promise<void> {
    const sink = {
      packet: ({ pos }: { readonly pos: bigint }) => void (this.#position = Math.max(this.#position, Number(pos))),
      frame: (frame: Frame) => {
        if (fits(frame, this.#shape)) this.#queue.push(frame)
        else this.#misfits++
      },
    }
    while (!this.#ended && this.#queue.frames < frames) {
      this.#ended = !this.#decoder.step(sink)
      if (++this.#packets % PACKETS_PER_TURN === 0) await new Promise(setImmediate)
    }
  }

  #count(frames: Frames): void {
    this.#taken += frames
    if (this.#taken > MAX_SECONDS * this.sampleRate) throw new MediaVerdict('too-long', `over ${MAX_SECONDS} s`)
  }
}

/** A stream that changes its rate or channels has no single timeline. */
function fits(frame: Frame, shape: DecodedShape): boolean {
  if (frame.nbSamples === 0) return true
  const { kind, planar } = shapeOf(frame).layout
  return (
    frame.channels === shape.channels &&
    frame.sampleRate === shape.sampleRate &&
    kind === shape.layout.kind &&
    planar === shape.layout.planar
  )
}

/** Decoded samples that have not been read yet. */
class SampleQueue {
  readonly #layout: SampleLayout
  #channels: Float64Array[]
  #from: Frames = 0
  #to: Frames = 0

  constructor(channels: number, layout: SampleLayout) {
    this.#layout = layout
    this.#channels = Array.from({ length: channels }, () => new Float64Array(2 ** 15))
  }

  get frames(): Frames {
    return this.#to - this.#from
  }

  push(frame: Frame): void {
    const { planar, kind } = this.#layout
    const planes = planar ? (frame.extendedData ?? frame.data) : frame.data
    const count = frame.nbSamples
    if (!planes || count === 0) return
    this.#makeRoom(count)
    this.#channels.forEach((channel, i) => {
      const plane = planes[planar ? i : 0]
      if (plane) SPREAD[kind](plane, planar ? 0 : i, planar ? 1 : this.#channels.length, channel, this.#to, count)
    })
    this.#to += count
  }

  /** Valid until the next `push`. */
  take(frames: Frames): readonly Float64Array[] {
    const [from, to] = [this.#from, this.#from + Math.min(frames, this.frames)]
    this.drop(frames)
    return this.#channels.map((channel) => channel.subarray(from, to))
  }

  /** How many frames there were. */
  drop(frames: Frames): Frames {
    const count = Math.min(frames, this.frames)
    this.#from += count
    return count
  }

  #makeRoom(count: Frames): void {
    const capacity = this.#channels[0]?.length ?? 0
    if (this.#to + count <= capacity) return
    const need = this.frames + count
    if (need <= capacity) this.#channels.forEach((channel) => channel.copyWithin(0, this.#from, this.#to))
    else {
      this.#channels = this.#channels.map((channel) => {
        const larger = new Float64Array(2 ** Math.ceil(Math.log2(need)))
        larger.set(channel.subarray(this.#from, this.#to))
        return larger
      })
    }
    this.#to -= this.#from
    this.#from = 0
  }
}

type Spread = (plane: Uint8Array, first: number, stride: number, into: Float64Array, at: Frames, count: Frames) => void

/** Larger values are corrupt and count as silence, as in the analysis. */
const ABSURD = 64

function spread(
  view: (plane: Uint8Array) => Readonly<ArrayLike<number>>,
  bytes: number,
  scale: number,
  zero: number,
): Spread {
  return (plane, first, stride, into, at, count) => {
    const samples = view(plane.byteOffset % bytes === 0 ? plane : new Uint8Array(plane))
    for (let i = 0, from = first; i < count; i++, from += stride)
      into[at + i] = ((samples[from] as number) - zero) * scale // a plane holds `count` frames
  }
}

function spreadFloats(view: (plane: Uint8Array) => Readonly<ArrayLike<number>>, bytes: number): Spread {
  const plain = spread(view, bytes, 1, 0)
  return (plane, first, stride, into, at, count) => {
    plain(plane, first, stride, into, at, count)
    for (let i = at; i < at + count; i++) if (!(Math.abs(into[i] as number) <= ABSURD)) into[i] = 0
  }
}

const SPREAD: Readonly<Record<SampleLayout['kind'], Spread>> = {
  u8: spread((plane) => plane, 1, 1 / 128, 128),
  s16: spread(
    ({ buffer, byteOffset, byteLength }) => new Int16Array(buffer, byteOffset, byteLength >> 1),
    2,
    1 / 32_768,
    0,
  ),
  s32: spread(
    ({ buffer, byteOffset, byteLength }) => new Int32Array(buffer, byteOffset, byteLength >> 2),
    4,
    1 / 2_147_483_648,
    0,
  ),
  f32: spreadFloats(({ buffer, byteOffset, byteLength }) => new Float32Array(buffer, byteOffset, byteLength >> 2), 4),
  f64: spreadFloats(({ buffer, byteOffset, byteLength }) => new Float64Array(buffer, byteOffset, byteLength >> 3), 8),
}
