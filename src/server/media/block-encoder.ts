// Load only in the disposable child process.
import { AV_CHANNEL_ORDER_NATIVE } from 'node-av/constants'
import type { AVSampleFormat, FFEncoderCodec } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib'
import type { Frames, Hertz } from '#shared/units.ts'
import { options } from '#server/media/decoder.ts'

export interface BlockEncoderSettings {
  readonly encoder: FFEncoderCodec
  readonly sampleRate: Hertz
  /** One or two. */
  readonly channels: number
  readonly format: AVSampleFormat
  readonly bitsPerSecond: number
  readonly blockFrames: Frames
  readonly options: Readonly<Record<string, string>>
}

/** A lossy encoder that takes whole blocks of 32-bit floats. */
export class BlockEncoder {
  readonly #codec = new CodecContext()
  readonly #packet = new Packet()
  readonly #frame = new Frame()
  readonly #settings: BlockEncoderSettings
  readonly #onPacket: (bytes: Uint8Array) => void
  readonly #pending: Float32Array<ArrayBuffer>
  #filled: Frames = 0
  #position: Frames = 0

  /** `onPacket` gets each packet; its bytes are valid only during the call. */
  constructor(settings: BlockEncoderSettings, onPacket: (bytes: Uint8Array) => void) {
    this.#settings = settings
    this.#onPacket = onPacket
    this.#pending = new Float32Array(settings.blockFrames * settings.channels)
    const layout = {
      nbChannels: settings.channels,
      order: AV_CHANNEL_ORDER_NATIVE,
      mask: settings.channels === 1 ? 0x4n : 0x3n,
    }
    const codec = Codec.findEncoderByName(settings.encoder)
    this.#codec.allocContext3(codec)
    this.#codec.sampleRate = settings.sampleRate
    this.#codec.sampleFormat = settings.format
    this.#codec.channelLayout = layout
    this.#codec.bitRate = BigInt(settings.bitsPerSecond)
    this.#codec.timeBase = new Rational(1, settings.sampleRate)
    check(this.#codec.open2Sync(codec, options(settings.options)), `open ${settings.encoder}`)
    this.#packet.alloc()
    this.#frame.alloc()
    this.#frame.nbSamples = settings.blockFrames
    this.#frame.format = settings.format
    this.#frame.sampleRate = settings.sampleRate
    this.#frame.channelLayout = layout
    this.#frame.timeBase = new Rational(1, settings.sampleRate)
    check(this.#frame.getBuffer(), 'allocate frame')
  }

  /** The encoder's stream header, as its container stores it. */
  get header(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#codec.extraData ?? [])
  }

  /** `samples`: interleaved 32-bit floats. */
  add(samples: Buffer, frames: Frames): void {
    const { channels, blockFrames } = this.#settings
    const floats = new Float32Array(samples.buffer, samples.byteOffset, frames * channels)
    for (let taken = 0; taken < frames;) {
      const count = Math.min(frames - taken, blockFrames - this.#filled)
      this.#pending.set(floats.subarray(taken * channels, (taken + count) * channels), this.#filled * channels)
      this.#filled += count
      taken += count
      if (this.#filled === blockFrames) this.#block()
    }
  }

  /** Appends silence until `frames` have been added in total. */
  fillUpTo(frames: Frames): void {
    while (this.#position < frames) this.#block()
  }

  /** Flushes what the encoder still holds. */
  finish(): void {
    check(this.#codec.sendFrameSync(null), 'end encoding')
    this.#receive()
  }

  #block(): void {
    const { channels, blockFrames, encoder } = this.#settings
    this.#pending.fill(0, this.#filled * channels)
    check(this.#frame.makeWritable(), 'reuse frame')
    const planes = this.#frame.data
    if (!planes) throw new Error(`${encoder} has no frame to fill`)
    if (planes.length === 1) planes[0]?.set(new Uint8Array(this.#pending.buffer))
    else planes.forEach((plane, channel) => plane.set(new Uint8Array(this.#channel(channel).buffer)))
    this.#frame.pts = BigInt(this.#position)
    this.#position += blockFrames
    this.#filled = 0
    check(this.#codec.sendFrameSync(this.#frame), 'encode')
    this.#receive()
  }

  #channel(channel: number): Float32Array<ArrayBuffer> {
    const { channels, blockFrames } = this.#settings
    const samples = new Float32Array(blockFrames)
    for (let frame = 0; frame < blockFrames; frame++) samples[frame] = this.#pending[frame * channels + channel] ?? 0
    return samples
  }

  #receive(): void {
    while (this.#codec.receivePacketSync(this.#packet) >= 0) {
      const bytes = this.#packet.data
      if (bytes && bytes.length > 0) this.#onPacket(bytes)
      this.#packet.unref()
    }
  }
}

function check(code: number, action: string): void {
  if (code < 0) throw new Error(`${action}: ${FFmpegError.strerror(code)}`)
}
