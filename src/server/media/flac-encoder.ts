// Load only in the disposable child process.
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_PKT_DATA_NEW_EXTRADATA,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S32,
  FF_ENCODER_FLAC,
} from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib'
import { parseStreamInfo } from '#audio/flac-stream-info.ts'
import type { FlacStreamInfo } from '#audio/flac-stream-info.ts'
import type { Frames, Hertz } from '#shared/units.ts'
import { BLOCK_FRAMES } from '#server/media/analyser.ts'
import { options } from '#server/media/decoder.ts'

export interface FlacSettings {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly bits: 16 | 24
}

/** Encodes blocks of 4608 frames; the last may be shorter. */
export class FlacEncoder {
  readonly #settings: FlacSettings
  readonly #codec: CodecContext
  readonly #packet = new Packet()
  readonly #onPacket: (bytes: Uint8Array) => void
  #frame: Frame | null = null
  #position: Frames = 0
  #streamInfo: FlacStreamInfo | null = null

  /** `onPacket` gets each FLAC frame; its bytes are valid only during the call. */
  constructor(settings: FlacSettings, onPacket: (bytes: Uint8Array) => void) {
    this.#settings = settings
    this.#onPacket = onPacket
    this.#packet.alloc()
    const codec = Codec.findEncoderByName(FF_ENCODER_FLAC)
    this.#codec = new CodecContext()
    this.#codec.allocContext3(codec)
    this.#codec.sampleRate = settings.sampleRate
    this.#codec.sampleFormat = settings.bits === 16 ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S32
    this.#codec.bitsPerRawSample = settings.bits
    this.#codec.channelLayout = layoutFor(settings.channels)
    this.#codec.timeBase = new Rational(1, settings.sampleRate)
    this.#codec.frameSize = BLOCK_FRAMES
    check(this.#codec.open2Sync(codec, options({ compression_level: '5' })), 'open FLAC encoder')
  }

  /** `samples`: interleaved, 16 bit, or 24 in the upper bits of 32. */
  encode(samples: Uint8Array<ArrayBuffer>, frames: Frames): void {
    const frame = this.#frame?.nbSamples === frames ? this.#frame : this.#newFrame(frames)
    this.#frame = frame
    check(frame.makeWritable(), 'reuse frame')
    check(frame.fromBuffer(Buffer.from(samples.buffer, samples.byteOffset, samples.length)), 'fill frame')
    frame.pts = BigInt(this.#position)
    this.#position += frames
    check(this.#codec.sendFrameSync(frame), 'encode')
    this.#receive()
  }

  /** The encoder's final STREAMINFO, with its MD5. */
  finish(): FlacStreamInfo {
    this.#codec.sendFrameSync(null)
    this.#receive()
    const header = this.#streamInfo ?? (this.#codec.extraData && parseStreamInfo(this.#codec.extraData))
    if (!header) throw new Error('the FLAC encoder left no header')
    return header
  }

  #receive(): void {
    while (this.#codec.receivePacketSync(this.#packet) >= 0) {
      const bytes = this.#packet.data
      if (bytes && bytes.length > 0) this.#onPacket(bytes)
      const header = this.#packet.getSideData(AV_PKT_DATA_NEW_EXTRADATA)
      if (header) this.#streamInfo = parseStreamInfo(header)
      this.#packet.unref()
    }
  }

  #newFrame(frames: Frames): Frame {
    const frame = new Frame()
    frame.alloc()
    frame.nbSamples = frames
    frame.format = this.#codec.sampleFormat
    frame.sampleRate = this.#settings.sampleRate
    frame.channelLayout = layoutFor(this.#settings.channels)
    frame.timeBase = new Rational(1, this.#settings.sampleRate)
    check(frame.getBuffer(), 'allocate frame')
    return frame
  }
}

/** FLAC's channel order for up to eight channels, as WAVE speaker masks. */
const FLAC_MASKS: Readonly<Record<number, bigint>> = {
  1: 0x4n,
  2: 0x3n,
  3: 0x7n,
  4: 0x33n,
  5: 0x37n,
  6: 0x3fn,
  7: 0x70fn,
  8: 0x63fn,
}

function layoutFor(channels: number) {
  const mask = FLAC_MASKS[channels]
  return { nbChannels: channels, order: mask ? AV_CHANNEL_ORDER_NATIVE : AV_CHANNEL_ORDER_UNSPEC, mask: mask ?? 0n }
}

function check(code: number, action: string): void {
  if (code < 0) throw new Error(`${action}: ${FFmpegError.strerror(code)}`)
}
