import type { Frames, Hertz, Instant } from '#shared/units.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    renditions: RenditionTable
  }
}

export interface RenditionTable {
  version_id: string
  /** The rendition's name; see `renditionName`. */
  name: string
  /** JSON of a RenditionSpec. */
  wish: string
  /** Only files of `ready` rows are served; it is set after they are stored. */
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
