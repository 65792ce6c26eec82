// Load only in the disposable child process.
import type { AnalysisReport, AudioFormat, Finding, Loudness } from '#audio/analysis-report.ts'
import { type HeardBest, type SampleFacts, sampleFindings, silenceAround } from '#audio/audio-findings.ts'
import { crestFactor } from '#audio/dynamics.ts'
import { decibels, finding } from '#audio/finding-parts.ts'
import { isObjectAudio } from '#audio/object-audio.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'
import type { StreamSource } from '#audio/stream-source.ts'
import { type AudioPass, integerBitsOf } from '#server/media/audio-pass.ts'
import type { Decoder } from '#server/media/decoder.ts'
import { checksumBits } from '#server/media/flac-original.ts'
import { missingSound } from '#server/media/missing-sound.ts'
import type { StreamPlan } from '#server/media/stream-plan.ts'
import type { Original } from '#server/media/upload-descriptor.ts'
import type { Seconds } from '#shared/units.ts'

export interface PassResult {
  readonly decoder: Decoder
  readonly original: Original
  readonly pass: AudioPass
  readonly plan: StreamPlan
  /** Of all samples, if it was computed. */
  readonly md5: Uint8Array | null
  readonly read: ReadBytes
  readonly fileBytes: number
}

/** The report of one pass over a file, without the parts that need the previous version. */
export function assembleReport(result: PassResult): AnalysisReport {
  const facts = result.pass.facts()
  const silence = silenceAround(facts)
  const truePeakAt = result.pass.truePeakAt()
  return {
    format: formatOf(result),
    loudness: loudnessOf(result, facts),
    tempo: result.pass.tempo(),
    key: result.pass.key(),
    findings: [...integrityFindings(result), ...sampleFindings(facts), ...fidelityFindings(result, facts.heardBest)],
    ...(truePeakAt !== null && { truePeakAt }),
    ...(silence && { silence }),
    stream: streamOf(result),
    ...(result.md5 && { samples: `${result.pass.digestKind}:${Buffer.from(result.md5).toString('hex')}` }),
  }
}

function formatOf({ decoder, pass, fileBytes }: PassResult): AudioFormat {
  const { container, codec, bitsPerSecond } = decoder.facts
  const { sampleRate, channels, layout } = pass.shape
  const durationSeconds = pass.totalFrames / sampleRate
  const usedBits = pass.usedBits()
  const float = codec.lossless && (layout.kind === 'f32' || layout.kind === 'f64')
  return {
    container,
    codec: codec.name,
    lossless: codec.lossless,
    sampleRate,
    channels,
    bitDepth: codec.lossless ? (integerBitsOf(decoder.facts, layout) ?? (layout.kind === 'f64' ? 64 : 32)) : null,
    float,
    ...(usedBits !== null && { usedBits }),
    totalFrames: pass.totalFrames,
    durationSeconds,
    bitrateKbps: codec.lossless ? null : Math.round((bitsPerSecond || (fileBytes * 8) / durationSeconds) / 1000),
  }
}

function loudnessOf({ pass, read, fileBytes }: PassResult, facts: SampleFacts): Loudness {
  const isObjects = isObjectAudio(read, fileBytes)
  return {
    ...(isObjects
      ? { integrated: null, range: null, momentaryMax: null, shortTermMax: null, notMeasured: 'needs-renderer' }
      : pass.loudness()),
    truePeak: isObjects ? null : decibels(Math.max(...facts.channels.map((channel) => channel.truePeak))),
    truePeakPerChannel: facts.channels.map((channel) => decibels(channel.truePeak)),
    samplePeak: decibels(Math.max(...facts.channels.map((channel) => channel.samplePeak))),
    crest: crestFactor(facts.channels, facts.totalFrames),
  }
}

function integrityFindings({ decoder, original, pass, md5, read, fileBytes }: PassResult): readonly Finding[] {
  const { sampleRate } = pass.shape
  const missing = missingSound(decoder, original, { sampleRate, totalFrames: pass.totalFrames }, read, fileBytes)
  const differs =
    original.flac !== null &&
    md5 !== null &&
    checksumBits(original.flac) !== null &&
    !Buffer.from(md5).equals(original.flac.streamInfo.md5)
  return [
    ...lengthFindings(missing, pass.totalFrames / sampleRate),
    ...(decoder.errors > 0
      ? [finding('decode-errors', 'problem', { count: decoder.errors, at: (decoder.firstErrorAt ?? 0) / sampleRate })]
      : []),
    ...(differs ? [finding('checksum', 'problem')] : []),
  ]
}

/** The file ends too early, or is longer than its header says. */
function lengthFindings(missing: Seconds | null | 'complete', end: Seconds): readonly Finding[] {
  if (missing === 'complete') return []
  if (missing !== null && missing < 0) return [finding('longer', 'warning', { at: end + missing, value: -missing })]
  return [finding('truncated', 'problem', { at: end, value: missing })]
}

/** Bits of a CD, which longer samples may only pretend to exceed. */
const CD_BITS = 16

function fidelityFindings({ decoder, plan, pass }: PassResult, { quietest }: HeardBest): readonly Finding[] {
  const used = pass.usedBits()
  const keepsAll = used !== null && plan.kind === 'encode' && used <= plan.bits
  return [
    ...(decoder.facts.codec.lossless ? [] : [finding('lossy', 'notice')]),
    ...(decoder.facts.codec.lossless && used !== null && used <= CD_BITS
      ? [finding('padded-bits', 'warning', { at: quietest, value: used })]
      : []),
    ...(plan.kind === 'encode' && !plan.exact && !keepsAll
      ? [finding('stream-reduced', 'notice', { value: plan.bits })]
      : []),
  ]
}

function streamOf({ pass, plan, original }: PassResult): StreamSource {
  const { sampleRate, channels, speakers } = pass.shape
  const { totalFrames } = pass
  const shape = { sampleRate, channels, ...(speakers && { speakers }), totalFrames }
  if (plan.kind === 'pcm')
    return {
      kind: 'pcm',
      ...shape,
      encoding: plan.layout.encoding,
      dataOffset: plan.layout.dataOffset,
    }
  if (plan.kind === 'encode') return { kind: 'flac', ...shape, bitsPerSample: plan.bits }
  return {
    kind: 'flac',
    ...shape,
    bitsPerSample: original.flac?.streamInfo.bitsPerSample ?? 24,
    inOriginal: true,
  }
}
