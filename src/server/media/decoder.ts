// Load only in the disposable child process: FFmpeg parses untrusted files here.
import {
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants'
import {
  avGetCodecName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
} from 'node-av/lib'
import type { Stream } from 'node-av/lib'
import { ALLOWED_CODECS, ALLOWED_CONTAINERS, MAX_CHANNELS } from '#server/media/media-allowed.ts'
import type { AllowedCodec } from '#server/media/media-allowed.ts'
import { unplayableCodec } from '#audio/unplayable-kinds.ts'
import { adtsFrameBytes, mp3FrameBytes } from '#audio/lossy-frame.ts'
import type { Frames } from '#shared/units.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'

/**
 * Finalizers of FFmpeg's native objects run only between turns of the event loop: without regular pauses memory grows
 * without limit.
 */
const FRAMES_PER_TURN = 8

const NO_BYTES = new Uint8Array(0)

// node-av 6.1.1 frees options twice when their wrapper is collected, so they are kept for the process's short life.
const keptOptions: Dictionary[] = []

export function options(values: Readonly<Record<string, string>>): Dictionary {
  const dictionary = Dictionary.fromObject(values)
  keptOptions.push(dictionary)
  return dictionary
}

/** What the container and the codec declare before decoding. */
export interface SourceFacts {
  readonly container: string
  readonly demuxer: string
  readonly codec: AllowedCodec
  readonly decoder: string
  /** Of integer samples; 0 if the codec has none. */
  readonly bits: number
  /** The declared length; null if there is none. Some containers only estimate it. */
  readonly declaredSeconds: number | null
  readonly bitsPerSecond: number
}

export interface DecodeSink {
  packet?(packet: Packet): void
  /** Valid only during the call. */
  frame(frame: Frame): void
}

/** Decodes the audio stream of the file behind a descriptor, once from start to end. */
export class Decoder {
  readonly facts: SourceFacts
  /** Packets so far that could not be decoded. */
  errors = 0
  goodFrames = 0
  /** Frames decoded before the first error. */
  firstErrorAt: Frames | null = null
  #frames: Frames = 0
  /** Whether the last packet is shorter than it declares. Only for MP3 and raw AAC, which have no end marker. */
  endsWithinFrame = false
  readonly #format: FormatContext
  readonly #stream: Stream
  readonly #codec: CodecContext
  readonly #packet = new Packet()
  readonly #frame = new Frame()

  /** Throws a MediaVerdict if nothing can be decoded. */
  constructor(descriptor: number, looksLikeAudio: boolean) {
    Log.setLevel(AV_LOG_QUIET)
    this.#packet.alloc()
    this.#frame.alloc()
    this.#format = openContainer(descriptor, looksLikeAudio)
    this.#stream = chooseStream(this.#format)
    const parameters = this.#stream.codecpar
    const decoder = Codec.findDecoder(parameters.codecId)
    const name = decoder?.name ?? ''
    const codec = ALLOWED_CODECS[name]
    if (!decoder || !codec) {
      const kind = unplayableCodec(avGetCodecName(parameters.codecId))
      throw new MediaVerdict('unsupported', kind ?? `codec ${name || parameters.codecId}`)
    }
    this.#codec = openDecoder(decoder, this.#stream)
    const demuxer = this.#format.iformat?.name?.split(',')[0] ?? ''
    const { num, den } = this.#stream.timeBase
    const duration = this.#stream.duration
    this.facts = {
      container: ALLOWED_CONTAINERS[demuxer] ?? demuxer,
      demuxer,
      codec,
      decoder: name,
      bits: codec.lossless ? sourceBits(name, parameters.bitsPerRawSample, parameters.bitsPerCodedSample) : 0,
      declaredSeconds: duration === AV_NOPTS_VALUE || duration <= 0n ? null : (Number(duration) * num) / den,
      bitsPerSecond: Number(parameters.bitRate || this.#format.bitRate),
    }
  }

  async decode(sink: DecodeSink): Promise<void> {
    for (let turn = 1; this.step(sink); turn++) if (turn % FRAMES_PER_TURN === 0) await new Promise(setImmediate)
  }

  /** Decodes one more packet. False at the end. */
  step(sink: DecodeSink): boolean {
    const packet = this.#packet
    for (;;) {
      const read = this.#format.readFrameSync(packet)
      const ended = read < 0
      if (ended && read !== AVERROR_EOF) this.countError()
      if (!ended && packet.streamIndex !== this.#stream.index) {
        packet.unref()
        continue
      }
      if (!ended) {
        this.#noteEnd(packet)
        sink.packet?.(packet)
      }
      const sent = this.#codec.sendPacketSync(ended ? null : packet)
      if (sent < 0 && !ended) this.countError()
      if (!ended) packet.unref()
      this.#receive(this.#frame, sink)
      return !ended
    }
  }

  #noteEnd(packet: Packet): void {
    const frameBytes =
      this.facts.demuxer === 'mp3' ? mp3FrameBytes : this.facts.demuxer === 'aac' ? adtsFrameBytes : null
    if (frameBytes) this.endsWithinFrame = packet.size < (frameBytes(packet.data ?? NO_BYTES) ?? 0)
  }

  #receive(frame: Frame, sink: DecodeSink): void {
    for (;;) {
      const received = this.#codec.receiveFrameSync(frame)
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return
      if (received < 0) return this.countError()
      if (frame.decodeErrorFlags !== 0) this.countError()
      else this.goodFrames++
      sink.frame(frame)
      this.#frames += frame.nbSamples
      frame.unref()
    }
  }

  /** A truncated last sample of PCM is not an error; the missing length is reported anyway. */
  countError(): void {
    if (this.facts.decoder.startsWith('pcm_')) return
    this.errors++
    this.firstErrorAt ??= this.#frames
  }
}

function openContainer(descriptor: number, looksLikeAudio: boolean): FormatContext {
  const format = new FormatContext()
  format.allocContext()
  const failed = format.openInputSync(
    'fd:',
    null,
    options({
      fd: String(descriptor),
      protocol_whitelist: 'fd',
      format_whitelist: Object.keys(ALLOWED_CONTAINERS).join(','),
      codec_whitelist: Object.keys(ALLOWED_CODECS).join(','),
      max_streams: '64',
      probesize: '5000000',
      analyzeduration: '10000000',
      // WAV packets of 64 KiB decode fastest; other formats ignore this option.
      max_size: '65536',
    }),
  )
  if (failed < 0) throw new MediaVerdict(looksLikeAudio ? 'damaged' : 'not-audio', FFmpegError.strerror(failed))
  const unknown = format.findStreamInfoSync(null)
  if (unknown < 0) throw new MediaVerdict('damaged', FFmpegError.strerror(unknown))
  return format
}

function chooseStream(format: FormatContext): Stream {
  const best = format.findBestStream(AVMEDIA_TYPE_AUDIO)
  for (const stream of format.streams) if (stream.index !== best) stream.discard = AVDISCARD_ALL
  const stream = format.streams.find((candidate) => candidate.index === best)
  if (stream) return stream
  const [audio] = format.streams.filter((candidate) => candidate.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  if (!audio) throw new MediaVerdict('not-audio', 'no audio stream')
  const { channels, codecId } = audio.codecpar
  const kind = unplayableCodec(avGetCodecName(codecId))
  if (kind) throw new MediaVerdict('unsupported', kind)
  if (channels > MAX_CHANNELS) throw new MediaVerdict('too-many-channels', `${channels} channels`)
  throw new MediaVerdict(channels > 0 ? 'unsupported' : 'damaged', `${channels} channels of an unknown kind`)
}

function openDecoder(decoder: Codec, stream: Stream): CodecContext {
  const context = new CodecContext()
  context.allocContext3(decoder)
  context.parametersToContext(stream.codecpar)
  context.threadCount = 1
  context.pktTimebase = stream.timeBase
  // WavPack's checksums are verified only with this option.
  const failed = context.open2Sync(decoder, options({ err_detect: 'crccheck' }))
  if (failed < 0) throw new MediaVerdict('damaged', FFmpegError.strerror(failed))
  return context
}

/** The sample width of PCM; for lossless codecs the width in their header. */
function sourceBits(decoder: string, raw: number, coded: number): number {
  if (decoder.startsWith('pcm_f')) return 0
  const pcm = /^pcm_[su](\d+)/.exec(decoder)?.[1]
  return pcm ? Number(pcm) : raw || coded
}
