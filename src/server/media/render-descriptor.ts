// Load only in the disposable child process.
import type { Frame } from 'node-av/lib'
import type { ReadBytes } from '#audio/pcm-format.ts'
import { shapeOf } from '#server/media/audio-pass.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { UPLOAD_DESCRIPTOR } from '#server/media/child-protocol.ts'
import { looksLikeAudio } from '#server/media/container-clues.ts'
import { Decoder } from '#server/media/decoder.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import { Mp3Rendition } from '#server/media/mp3-rendition.ts'
import { OpusRendition } from '#server/media/opus-rendition.ts'
import type { MediaRenditionSpec, RenditionMaker } from '#server/media/rendition-spec.ts'
import { ResampledRendition } from '#server/media/resampled-rendition.ts'
import { WaveformRendition } from '#server/media/waveform-rendition.ts'

export interface RenderJob {
  readonly output: ChildOutput
  readonly read: ReadBytes
  readonly fileBytes: number
  readonly spec: MediaRenditionSpec
}

const PROGRESS_MS = 100
const FLAC_CHANNELS = 8

/** Makes one rendition in one pass over the upload. Ends with `made`; throws a MediaVerdict if that is impossible. */
export async function renderDescriptor(job: RenderJob): Promise<void> {
  const decoder = new Decoder(UPLOAD_DESCRIPTOR, looksLikeAudio(job.read))
  job.output.say({ type: 'opened', declaredSeconds: decoder.facts.declaredSeconds })
  const { maker } = await decodeAll(decoder, job)
  job.output.say({ type: 'made', made: maker.finish() })
}

interface Making {
  readonly maker: RenditionMaker
  readonly shape: FrameShape
}

interface FrameShape {
  readonly channels: number
  readonly sampleRate: number
  readonly format: number
}

async function decodeAll(decoder: Decoder, { output, fileBytes, spec }: RenderJob): Promise<Making> {
  let making: Making | null = null
  let saidAt = 0
  await decoder.decode({
    packet(packet) {
      const position = Number(packet.pos)
      if (position <= 0 || performance.now() - saidAt < PROGRESS_MS) return
      saidAt = performance.now()
      output.say({ type: 'progress', fraction: Math.min(1, position / fileBytes) })
    },
    frame(frame) {
      if (frame.nbSamples === 0) return
      making ??= { maker: makerFor(spec, frame, output), shape: frameShape(frame) }
      // Frames that do not match the first one's shape are dropped, as in the analysis.
      if (
        frame.channels === making.shape.channels &&
        frame.sampleRate === making.shape.sampleRate &&
        Number(frame.format) === making.shape.format
      )
        making.maker.add(frame)
    },
  })
  return making ?? nothing()
}

function frameShape({ channels, sampleRate, format }: Frame): FrameShape {
  return { channels, sampleRate, format: Number(format) }
}

function makerFor(spec: MediaRenditionSpec, first: Frame, output: ChildOutput): RenditionMaker {
  const { channels } = shapeOf(first)
  if (spec.kind === 'waveform') return new WaveformRendition(first, spec, output)
  const most = spec.kind === 'resampled' ? FLAC_CHANNELS : 2
  if (channels > most)
    throw new MediaVerdict('too-many-channels', `${channels} channels, where ${spec.kind} holds ${most}`)
  if (spec.kind === 'resampled') return new ResampledRendition(first, spec.rate, output)
  return spec.kind === 'opus' ? new OpusRendition(first, output) : new Mp3Rendition(first, output)
}

function nothing(): never {
  throw new MediaVerdict('no-samples', 'nothing was decoded')
}
