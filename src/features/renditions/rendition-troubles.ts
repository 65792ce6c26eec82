import { isFlacRate } from '#audio/flac-stream-info.ts'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { RenditionTrouble, RenditionSpec } from './renditions.contract.ts'

type Checked = Pick<TrackVersion, 'state' | 'report'>

/** Why a rendition of this version is impossible; null if it is possible. */
export function renditionTrouble({ state, report }: Checked, spec: RenditionSpec): RenditionTrouble | null {
  if (report === null) return state === 'checking' ? 'not-checked' : 'refused'
  const { channels, sampleRate } = report.format
  if (spec.kind === 'waveform') return null
  if (spec.kind === 'resampled')
    return channels > 8 ? 'too-many-channels' : sampleRate === spec.rate ? 'same-rate' : null
  return channels > 2 ? 'too-many-channels' : null
}

/** Why a version has no lossless FLAC of its original; null if it has one. */
export function flacTrouble({ state, report }: Checked): RenditionTrouble | null {
  if (report === null) return state === 'checking' ? 'not-checked' : 'refused'
  const { container, codec, lossless, float, channels, sampleRate } = report.format
  if (!lossless) return 'lossy'
  if (codec === 'FLAC' && container === 'FLAC') return 'is-flac'
  if (float) return 'float'
  if (channels > 8) return 'too-many-channels'
  if (!isFlacRate(sampleRate)) return 'sample-rate'
  return holdsAll(report) ? null : 'deep'
}

function holdsAll({ stream, findings }: AnalysisReport): boolean {
  return stream.kind === 'flac' && stream.inOriginal !== true && !findings.some(({ kind }) => kind === 'stream-reduced')
}
