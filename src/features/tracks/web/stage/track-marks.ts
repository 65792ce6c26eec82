import type { ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import type { WaveMarker } from '#web/waveform/mark/wave-markers.ts'

/** Another feature's marks on this track, above the wave and on it. */
export interface TrackMarks {
  /** Should be stable. */
  readonly markers: readonly WaveMarker[]
  readonly chosenId: string | undefined
  readonly faceOf: (markerId: string) => ReactNode
  /** A short view of a mark, shown on hover. */
  readonly previewOf: (markerId: string) => ReactNode
  /** A mark's context menu. */
  readonly entriesOf: (markerId: string) => readonly MenuEntry[]
  readonly onChoose: (markerId: string) => void
  /** The range of a mark that is being written: it stays lit. Should be stable. */
  readonly writing?: SecondsRange | undefined
  /** Starts a mark on a range, or at the playhead. */
  readonly onAdd: ((range?: { readonly from: Seconds; readonly to: Seconds | null }) => void) | undefined
}
