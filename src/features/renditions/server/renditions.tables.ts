import type { Frames, Hertz, Instant } from '#shared/units.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    renditions: RenditionTable
  }
}

export interface RenditionTable {
  version_id: string
  /** Which of a version's renditions; see `renditionName`. */
  name: string
  /** JSON of a RenditionWish. */
  wish: string
  /** Files are served of `ready` ones only: it is written after they are stored. */
  state: 'making' | 'ready' | 'failed'
  fraction: number
  size_bytes: number | null
  sha256: string | null
  sample_rate: Hertz | null
  total_frames: Frames | null
  clipped_samples: number | null
  error: string | null
  asked_at: Instant
  made_at: Instant | null
}
