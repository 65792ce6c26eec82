// Loaded in the disposable child only.
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
  readonly wish: MediaRenditionSpec
}

const PROGRESS_MS = 100
const FLAC_CHANNELS = 8

/** One pass over the upload that makes one rendition. Ends with `made`; throws a MediaVerdict where it cannot be. */
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

async function decodeAll(decoder: Decoder, { output, fileBytes, wish }: RenderJob): Promise<Making> {
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
      making ??= { maker: makerFor(wish, frame, output), shape: frameShape(frame) }
      // What does not keep to the first frame's shape is left out, as the analysis leaves it out.
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

function makerFor(wish: MediaRenditionSpec, first: Frame, output: ChildOutput): RenditionMaker {
  const { channels } = shapeOf(first)
  if (wish.kind === 'waveform') return new WaveformRendition(first, wish, output)
  const most = wish.kind === 'resampled' ? FLAC_CHANNELS : 2
  if (channels > most)
    throw new MediaVerdict('too-many-channels', `${channels} channels, where ${wish.kind} holds ${most}`)
  if (wish.kind === 'resampled') return new ResampledRendition(first, wish.rate, output)
  return wish.kind === 'opus' ? new OpusRendition(first, output) : new Mp3Rendition(first, output)
}

function nothing(): never {
  throw new MediaVerdict('no-samples', 'nothing was decoded')
}
