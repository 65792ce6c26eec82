import type { AnalysisReport, AudioFormat, Finding } from '#audio/analysis-report.ts'
import { finding } from '#audio/finding-parts.ts'
import type { Frames, Hertz } from '#shared/units.ts'

/** The facts about the previous version that a new one is compared with. */
export interface PreviousVersion {
  readonly sampleRate: Hertz
  readonly bitDepth: number | null
  readonly channels: number
  readonly totalFrames: Frames
  readonly sha256: string
  /** As `AnalysisReport.samples`; undefined if it was not recorded. */
  readonly samples?: string | undefined
}

/** A smaller difference in length is an encoder's rounding. */
const SAME_LENGTH_SECONDS = 0.001

/**
 * What changed since the previous version, besides the music. `value`: the old rate, bit depth or number of channels,
 * or the seconds by which it grew.
 */
export function versionChanges(
  previous: PreviousVersion,
  { format, samples }: Pick<AnalysisReport, 'format' | 'samples'>,
  sha256: string | null,
): readonly Finding[] {
  if (sha256 !== null && sha256 === previous.sha256) return [finding('identical', 'problem')]
  const sameAudio = samples !== undefined && samples === previous.samples && sameShape(previous, format)
  const longer = format.durationSeconds - previous.totalFrames / previous.sampleRate
  return [
    ...(sameAudio ? [finding('identical-audio', 'warning')] : []),
    ...(format.sampleRate === previous.sampleRate
      ? []
      : [finding('sample-rate-changed', 'warning', { value: previous.sampleRate })]),
    ...(format.bitDepth === previous.bitDepth
      ? []
      : [finding('bit-depth-changed', 'notice', { value: previous.bitDepth })]),
    ...(format.channels === previous.channels
      ? []
      : [finding('channels-changed', 'warning', { value: previous.channels })]),
    ...(Math.abs(longer) <= SAME_LENGTH_SECONDS ? [] : [finding('length-changed', 'notice', { value: longer })]),
  ]
}

/** Whether `versionChanges` makes findings of this kind. */
export function isVersionChange({ kind }: Finding): boolean {
  return CHANGES.has(kind)
}

const CHANGES: ReadonlySet<Finding['kind']> = new Set([
  'identical',
  'identical-audio',
  'sample-rate-changed',
  'bit-depth-changed',
  'channels-changed',
  'length-changed',
])

function sameShape(previous: PreviousVersion, { sampleRate, channels, totalFrames }: AudioFormat): boolean {
  return sampleRate === previous.sampleRate && channels === previous.channels && totalFrames === previous.totalFrames
}
