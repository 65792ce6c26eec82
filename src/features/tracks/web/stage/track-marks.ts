import type { ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { WaveMarker } from '#web/waveform/mark/wave-markers.ts'

/** What another feature says about places of this track, above the wave and on it. */
export interface TrackMarks {
  /** Should be stable. */
  readonly markers: readonly WaveMarker[]
  readonly chosenId: string | undefined
  readonly faceOf: (markerId: string) => ReactNode
  /** At a glance, for whoever points at it. */
  readonly previewOf: (markerId: string) => ReactNode
  /** What can be done with it, for its context menu. */
  readonly entriesOf: (markerId: string) => readonly MenuEntry[]
  readonly onChoose: (markerId: string) => void
  /** Begins one on a range, or where the music is. */
  readonly onAdd: ((range?: { readonly from: Seconds; readonly to: Seconds | null }) => void) | undefined
}
