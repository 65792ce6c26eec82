import type { ReactNode } from 'react'
import type { TrackMarks } from '#features/tracks/web/stage/track-marks.ts'
import type { Seconds } from '#shared/units.ts'

/** Marks above the wave, and the list with its field. */
export interface GuestNotes extends TrackMarks {
  readonly content: ReactNode
  /** Of the note that is being written, or of the selected one. */
  readonly lit: { readonly from: Seconds; readonly to: Seconds | null } | undefined
}
