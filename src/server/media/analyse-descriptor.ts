// Load only in the disposable child process.
import type { Frame } from 'node-av/lib'
import type { ReadBytes } from '#audio/pcm-format.ts'
import { findPcmLayout } from '#audio/pcm-layout.ts'
import { fileSpeakers } from '#audio/speakers/file-speakers.ts'
import { AudioPass, type DecodedShape, integerBitsOf, shapeOf } from '#server/media/audio-pass.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { type RenditionPlan, UPLOAD_DESCRIPTOR } from '#server/media/child-protocol.ts'
import { assembleReport } from '#server/media/child-report.ts'
import { unplayableKind } from '#audio/unplayable-kinds.ts'
import { looksLikeAudio } from '#server/media/container-clues.ts'
import { Decoder } from '#server/media/decoder.ts'
import { checksumBits, FlacOriginalIndex, isIndexable, readFlacHead } from '#server/media/flac-original.ts'
import { FlacRendition } from '#server/media/flac-rendition.ts'
import { MediaVerdict } from '#server/media/media-verdict.ts'
import { encodePlan, planStream, type StreamPlan } from '#server/media/stream-plan.ts'
import type { Original } from '#server/media/upload-descriptor.ts'
import type { WasmModule } from '#server/media/wasm-engine.ts'

export interface ChildJob {
  readonly module: WasmModule
  readonly output: ChildOutput
  readonly read: ReadBytes
  readonly fileBytes: number
  readonly renditionPlan: RenditionPlan
}

interface Passage {
  readonly pass: AudioPass
  readonly plan: StreamPlan
  readonly rendition: FlacRendition | null
  readonly sampleFormat: number
}

/**
 * One pass over the upload. Sends `opened` and `progress`, writes the files, and ends with `report` or
 * `encode-instead`; throws a MediaVerdict if the file cannot be used.
 */
export async function analyseDescriptor(job: ChildJob): Promise<void> {
  const { output, read, fileBytes } = job
  const unplayable = unplayableKind(read)
  if (unplayable) throw new MediaVerdict('unsupported', unplayable)
  const expectsAudio = looksLikeAudio(read)
  const decoder = new Decoder(UPLOAD_DESCRIPTOR, expectsAudio)
  const original = {
    pcm: findPcmLayout(read, fileBytes),
    flac: decoder.facts.demuxer === 'flac' ? readFlacHead(read) : null,
  }
  output.say({ type: 'opened', declaredSeconds: decoder.facts.declaredSeconds })
  const index =
    original.flac && isIndexable(original.flac) && job.renditionPlan !== 'encode'
      ? new FlacOriginalIndex(original.flac, read)
      : null
  const { pass, rendition, ...passage } = await decodeAll(decoder, original, index, job)
  let { plan } = passage
  refuseRubble(decoder, expectsAudio)
  pass.finish()
  if (plan.kind === 'index') {
    const file = decoder.errors === 0 ? index?.finish(pass.totalFrames, fileBytes) : null
    if (file && job.renditionPlan === 'reuse') output.write('frameIndex', 0, file)
    else if (!file && job.renditionPlan === 'reuse') return output.say({ type: 'encode-instead' })
    else if (!file) plan = encodePlan(original.flac?.streamInfo.bitsPerSample ?? 24)
  }
  const md5 = pass.md5()
  if (rendition && md5) rendition.finish(pass.totalFrames, md5)
  if (job.renditionPlan !== 'none') pass.writePeaks(output)
  pass.writeEnergy(output)
  output.say({ type: 'report', report: assembleReport({ decoder, original, pass, plan, md5, read, fileBytes }) })
}

async function decodeAll(
  decoder: Decoder,
  original: Original,
  index: FlacOriginalIndex | null,
  job: ChildJob,
): Promise<Passage> {
  let passage: Passage | null = null
  let saidAt = 0
  await decoder.decode({
    packet(packet) {
      index?.add(packet.size)
      const position = Number(packet.pos)
      if (position <= 0 || performance.now() - saidAt < PROGRESS_MS) return
      saidAt = performance.now()
      job.output.say({ type: 'progress', fraction: Math.min(1, position / job.fileBytes) })
    },
    frame(frame) {
      if (frame.nbSamples === 0) return
      passage ??= begin(frame, decoder, original, index, job)
      const { shape } = passage.pass
      // A stream that changes its rate or channels has no single timeline; frames that do not match are counted as
      // damage.
      if (
        frame.channels === shape.channels &&
        frame.sampleRate === shape.sampleRate &&
        Number(frame.format) === passage.sampleFormat
      )
        passage.pass.add(frame)
      else decoder.countError()
    },
  })
  return passage ?? refuseNothing(decoder, job.read)
}

const PROGRESS_MS = 100

/** Of PCM, which is not put into another order, with the names that the container has where the decoder has none. */
function namedShape(shape: DecodedShape, decoder: Decoder, { read, fileBytes }: ChildJob): DecodedShape {
  if (shape.speakers || !decoder.facts.decoder.startsWith('pcm_')) return shape
  return { ...shape, speakers: fileSpeakers(read, fileBytes, shape.channels) }
}

function begin(
  frame: Frame,
  decoder: Decoder,
  original: Original,
  index: FlacOriginalIndex | null,
  job: ChildJob,
): Passage {
  const shape = namedShape(shapeOf(frame), decoder, job)
  const { lossless } = decoder.facts.codec
  const integerBits = integerBitsOf(decoder.facts, shape.layout)
  const plan = planStream(
    { ...shape, integerBits, lossless },
    { pcm: original.pcm, indexableFlac: index !== null },
    job.renditionPlan,
  )
  if (plan.kind === 'impossible')
    throw new MediaVerdict(
      shape.channels > 8 ? 'too-many-channels' : 'unsupported',
      `${shape.channels} channels at ${shape.sampleRate} Hz cannot be streamed`,
    )
  const encodes = plan.kind === 'encode' && job.renditionPlan !== 'none'
  const rendition = encodes
    ? new FlacRendition({ sampleRate: shape.sampleRate, channels: shape.channels, bits: plan.bits }, job.output)
    : null
  const digest =
    rendition && plan.kind === 'encode'
      ? plan.bits
      : (checksumBits(original.flac) ?? (job.renditionPlan === 'none' ? null : (packedBits(integerBits) ?? 'decoded')))
  return {
    pass: new AudioPass(job.module, shape, { integerBits, lossless, rendition, digest }),
    plan,
    rendition,
    sampleFormat: Number(frame.format),
  }
}

/** The width at which integers are compared with other files; null for widths that FLAC cannot store. */
function packedBits(integerBits: number | null): 16 | 24 | null {
  return integerBits === null || integerBits > 24 ? null : encodePlan(integerBits).bits
}

function refuseNothing(decoder: Decoder, read: ReadBytes): never {
  if (decoder.errors === 0) throw new MediaVerdict('no-samples', 'nothing was decoded')
  throw new MediaVerdict(
    looksLikeAudio(read) ? 'damaged' : 'not-audio',
    `${decoder.errors} blocks, none of which can be decoded`,
  )
}

function refuseRubble(decoder: Decoder, expectsAudio: boolean): void {
  const blocks = decoder.errors + decoder.goodFrames
  if (decoder.errors > decoder.goodFrames)
    throw new MediaVerdict(
      expectsAudio ? 'damaged' : 'not-audio',
      `${decoder.errors} of ${blocks} blocks cannot be decoded`,
    )
}
