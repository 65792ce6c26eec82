import type { FrameIndex } from '#audio/frame-index.ts'
import type { Milliseconds } from '#shared/units.ts'
import type { BlockDecoder, UseSamples } from './block-decoder.ts'
import type { DecoderFacts } from './decoder-facts.ts'
import { FlacBlockDecoder } from './flac-block-decoder.ts'
import { OpusBlockDecoder } from './opus-block-decoder.ts'
import type { Planes } from '../player-messages.ts'
import { type DecodeFile, SegmentBlockDecoder } from './segment-block-decoder.ts'
import { testFlac, testFlacSamples, testOpus, type TestRecording } from '../test-recordings.ts'

/** One promise per fact, so that no caller waits for facts it does not need. */
export type DecoderFindings = { readonly [Fact in keyof DecoderFacts]: Promise<boolean> }

export interface DecoderCheck {
  readonly findings: DecoderFindings
  /** All facts; undefined if a decoder did not answer in time, which may happen on a busy machine. */
  readonly facts: Promise<DecoderFacts | undefined>
}

/** Timeout for a decoder's answer. */
const ANSWER_MS: Milliseconds = 2_000

export function checkDecoders(
  decodeFile: DecodeFile,
  { leavesWebCodecs = false }: { readonly leavesWebCodecs?: boolean } = {},
): DecoderCheck {
  const hasWebCodecs = !leavesWebCodecs && typeof AudioDecoder !== 'undefined'
  const inPage = (index: FrameIndex, use: UseSamples) =>
    new SegmentBlockDecoder(index, { decodeFile, use, isExact: true })
  const claims = hasWebCodecs ? answered(() => claimsFlac()) : Promise.resolve(false)
  const webCodecsFlac = claims.then(
    (claimed) => claimed && answered(() => decodesFlac((index, use) => new FlacBlockDecoder(index, use))),
  )
  const answers = {
    webCodecsFlac,
    // WebKitGTK claims to decode FLAC and fails, and its process crashes on Opus. After the first failure, try no
    // further.
    webCodecsOpus: Promise.all([claims, webCodecsFlac]).then(([claimed, flac]) =>
      hasWebCodecs && claimed !== undefined && claimed === flac
        ? answered(() => decodesOpus((index, use) => new OpusBlockDecoder(index, use)))
        : false,
    ),
    pageFlac: answered(() => decodesFlac(inPage)),
    pageOpus: answered(() => decodesOpus(inPage)),
  }
  return {
    findings: {
      webCodecsFlac: yes(answers.webCodecsFlac),
      webCodecsOpus: yes(answers.webCodecsOpus),
      pageFlac: yes(answers.pageFlac),
      pageOpus: yes(answers.pageOpus),
    },
    facts: allOf(answers),
  }
}

export function findingsOf({ webCodecsFlac, webCodecsOpus, pageFlac, pageOpus }: DecoderFacts): DecoderFindings {
  return {
    webCodecsFlac: Promise.resolve(webCodecsFlac),
    webCodecsOpus: Promise.resolve(webCodecsOpus),
    pageFlac: Promise.resolve(pageFlac),
    pageOpus: Promise.resolve(pageOpus),
  }
}

/** Undefined if it takes too long. */
async function answered(check: () => Promise<boolean>): Promise<boolean | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, ANSWER_MS)
  const answer = check().catch(() => false)
  const first = await Promise.race([answer, late.promise])
  clearTimeout(timer)
  return first
}

async function yes(answer: Promise<boolean | undefined>): Promise<boolean> {
  return (await answer) === true
}

async function allOf({
  webCodecsFlac,
  webCodecsOpus,
  pageFlac,
  pageOpus,
}: { readonly [Fact in keyof DecoderFacts]: Promise<boolean | undefined> }): Promise<DecoderFacts | undefined> {
  const [flac, opus, flacInPage, opusInPage] = await Promise.all([webCodecsFlac, webCodecsOpus, pageFlac, pageOpus])
  if (flac === undefined || opus === undefined || flacInPage === undefined || opusInPage === undefined) return undefined
  return { webCodecsFlac: flac, webCodecsOpus: opus, pageFlac: flacInPage, pageOpus: opusInPage }
}

type CreateDecoder = (index: FrameIndex, use: UseSamples) => BlockDecoder

async function decodesFlac(create: CreateDecoder): Promise<boolean> {
  const expected = testFlacSamples()
  const decoded = await decode(testFlac(), create)
  return (
    decoded.length === expected.length &&
    expected.every(
      (plane, channel) =>
        plane.length === decoded[channel]?.length && plane.every((sample, i) => sample === decoded[channel]?.[i]),
    )
  )
}

async function claimsFlac(): Promise<boolean> {
  const { index } = testFlac()
  const { supported } = await AudioDecoder.isConfigSupported({
    codec: 'flac',
    sampleRate: index.sampleRate,
    numberOfChannels: index.channels,
    description: index.codecHeader,
  })
  return supported === true
}

/** Opus is lossy, so compare only the tone's length and approximate loudness. */
async function decodesOpus(create: CreateDecoder): Promise<boolean> {
  const recording = testOpus()
  const decoded = await decode(recording, create)
  return (
    decoded.length === recording.index.channels &&
    decoded.every(
      (plane) => plane.length === recording.index.totalFrames && isHalfScale(plane.subarray(plane.length / 2)),
    )
  )
}

function isHalfScale(tone: Float32Array): boolean {
  const level = Math.sqrt(tone.reduce((sum, sample) => sum + sample * sample, 0) / tone.length)
  return level > 0.25 && level < 0.45
}

async function decode({ index, blocks }: TestRecording, create: CreateDecoder): Promise<Planes> {
  const planes = Array.from({ length: index.channels }, () => new Float32Array(index.totalFrames))
  let frames = 0
  const decoder = create(index, (block, decoded) => {
    decoded.forEach((plane, channel) => planes[channel]?.set(plane, block * index.blockSize))
    frames += decoded[0]?.length ?? 0
  })
  try {
    blocks.forEach((bytes, block) => decoder.decode(block, bytes))
    await decoder.drain()
  } finally {
    decoder.close()
  }
  return frames === index.totalFrames ? planes : []
}
