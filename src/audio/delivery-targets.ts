import type { AnalysisReport, Finding } from '#audio/analysis-report.ts'
import { finding } from '#audio/finding-parts.ts'
import type { Decibels, Hertz, Lufs, Seconds } from '#shared/units.ts'

/** What the files of a project should be. Null: anything is fine. */
export interface DeliveryTargets {
  readonly loudness: Lufs | null
  /** The highest that is allowed, in dBTP. */
  readonly truePeak: Decibels | null
  readonly sampleRate: Hertz | null
  readonly bitDepth: number | null
  /** Silence before and after the music. */
  readonly headSeconds: Seconds | null
  readonly tailSeconds: Seconds | null
}

/** −1 dBTP is what streaming services ask for, so that their encoders do not clip. */
export const DEFAULT_TARGETS: DeliveryTargets = {
  loudness: null,
  truePeak: -1,
  sampleRate: null,
  bitDepth: null,
  headSeconds: null,
  tailSeconds: null,
}

/** EBU R128 allows as much for programmes whose level cannot be set exactly. */
const LOUDNESS_TOLERANCE = 0.5
/** As shown with one decimal. */
const PEAK_TOLERANCE: Decibels = 0.05
const SILENCE_TOLERANCE: Seconds = 0.05

/** The report with what its recording lacks of the targets; nothing else changes. */
export function withTargets(report: AnalysisReport, targets: DeliveryTargets): AnalysisReport {
  const { silence } = report
  const isAsked = ({ kind }: Finding) =>
    (kind === 'silence-head' && targets.headSeconds !== null && silence !== undefined) ||
    (kind === 'silence-tail' && targets.tailSeconds !== null && silence !== undefined)
  return {
    ...report,
    findings: [...report.findings.filter((one) => !isAsked(one)), ...targetFindings(report, targets)],
  }
}

/** In each, `value` is what was measured and `target` what was asked for. */
function targetFindings(
  { format, loudness, silence, truePeakAt, findings }: AnalysisReport,
  targets: DeliveryTargets,
): Finding[] {
  const found: Finding[] = []
  const off = (kind: Finding['kind'], value: number, target: number, at: Seconds | null = null) =>
    found.push(finding(kind, 'notice', { value, target, at }))
  const { truePeak, integrated } = loudness
  // Over full scale has its own finding.
  const isOver = findings.some(({ kind }) => kind === 'true-peak-over')
  if (targets.truePeak !== null && truePeak !== null && !isOver && truePeak > targets.truePeak + PEAK_TOLERANCE)
    off('true-peak-target', truePeak, targets.truePeak, truePeakAt ?? null)
  if (targets.loudness !== null && integrated !== null && Math.abs(integrated - targets.loudness) > LOUDNESS_TOLERANCE)
    off('loudness-target', integrated, targets.loudness)
  if (targets.sampleRate !== null && format.sampleRate !== targets.sampleRate)
    off('sample-rate-target', format.sampleRate, targets.sampleRate)
  if (targets.bitDepth !== null && format.bitDepth !== null && format.bitDepth !== targets.bitDepth)
    off('bit-depth-target', format.bitDepth, targets.bitDepth)
  if (silence && targets.headSeconds !== null && Math.abs(silence.head - targets.headSeconds) > SILENCE_TOLERANCE)
    off('head-target', silence.head, targets.headSeconds, 0)
  if (silence && targets.tailSeconds !== null && Math.abs(silence.tail - targets.tailSeconds) > SILENCE_TOLERANCE)
    off('tail-target', silence.tail, targets.tailSeconds, format.durationSeconds - silence.tail)
  return found
}
