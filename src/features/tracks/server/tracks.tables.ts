import type { Generated } from 'kysely'
import type { AnalysisVerdict } from '#audio/analysis-report.ts'
import type { Instant, Seconds } from '#shared/units.ts'
import type { Spectrogram, SpectrogramChannels, TrackKey, VersionState } from '../tracks.contract.ts'
import type { TrackStatus } from '../track-statuses.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    tracks: TrackTable
    versions: VersionTable
    version_changes: VersionChangeTable
    spectrograms: SpectrogramTable
  }
}

export interface TrackTable {
  id: string
  project_id: string
  title: string
  position: number
  status: TrackStatus
  /** The version chosen as current; null means the newest. */
  current_version_id: string | null
  /** The locked version of a final track; otherwise null. */
  final_version_id: string | null
  final_by: string | null
  final_at: Instant | null
  last_version_number: number
  created_by: string | null
  created_at: Instant
  updated_at: Instant
  archived_at: Instant | null
  deleted_at: Instant | null
  /** Who moved it to the trash. */
  deleted_by: Generated<string | null>
  /** JSON of a TrackTempo, as a person says; null for the measured one. */
  tempo: Generated<string | null>
  /** The key, or `none`, as a person says; null for the measured one. */
  musical_key: Generated<TrackKey | null>
  /** SHA-256 of its picture; null for its project's. */
  cover: Generated<string | null>
}

export interface VersionTable {
  id: string
  project_id: string
  track_id: string
  number: number
  /** Increases with every version of the project; sorting by it does not depend on the clock. */
  sequence: number
  label: string
  changelog: string
  uploaded_by: string | null
  /** The guest who uploaded it: a proposal until somebody makes it current. */
  from_guest: Generated<string | null>
  file_name: string
  size_bytes: number
  sha256: string
  storage_key: string
  state: VersionState
  verdict: AnalysisVerdict | 'crashed' | null
  verdict_detail: string | null
  /** JSON of an AnalysisReport. */
  report: string | null
  duration_seconds: Seconds | null
  /** Which analysis wrote the report (ANALYSIS_VERSION); 0 for those that had no number. */
  analysis_version: Generated<number>
  /** The number of the version whose file this shares, if it was made the newest again. */
  restored_from: number | null
  /** 1: nobody is told that it is ready. */
  is_quiet: Generated<number>
  created_at: Instant
  deleted_at: Instant | null
  /** Who moved it to the trash. */
  deleted_by: Generated<string | null>
}

/** One line of a version's changelog. */
export interface VersionChangeTable {
  version_id: string
  /** From 0. */
  position: number
  text: string
  /** The task behind this line, if any. */
  task_id: string | null
  task_number: number | null
}

/** One row per requested spectrogram. */
export interface SpectrogramTable {
  version_id: string
  channels: SpectrogramChannels
  state: Spectrogram['state']
}
