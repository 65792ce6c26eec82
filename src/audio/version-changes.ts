import type { AnalysisReport, AudioFormat, Finding } from '#audio/analysis-report.ts'
import { finding } from '#audio/audio-findings.ts'
import type { Frames, Hertz } from '#shared/units.ts'

/** The version before, as far as a new one is compared with it. */
export interface PreviousVersion {
  readonly sampleRate: Hertz
  readonly bitDepth: number | null
  readonly channels: number
  readonly totalFrames: Frames
  readonly sha256: string
  /** As `AnalysisReport.samples`; undefined where it was not taken down. */
  readonly samples?: string | undefined
}

/** A difference in length that nobody notices: one encoder's rounding. */
const SAME_LENGTH_SECONDS = 0.001

/**
 * What changed since the version before, beside the music. `value`: the old rate, the old bit depth, the old number of
 * channels, or by how many seconds it grew.
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

/** Whether a finding is one of those that `versionChanges` makes. */
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
