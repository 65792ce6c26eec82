import { Repeat, TriangleAlert, VolumeX } from 'lucide-react'
import { useMemo } from 'react'
import { listening, type Heard } from '#web/player/listening.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import type { WaveMarker } from '#web/waveform/mark/wave-markers.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { WaveMarkers } from '#web/waveform/mark/WaveMarkers.tsx'
import { loopMarkerId } from './stage-markers.ts'
import type { TrackMarks } from './track-marks.ts'

interface StageMarkersProps {
  readonly heard: Heard
  readonly markers: readonly WaveMarker[]
  readonly viewport: WaveViewport
  readonly notes: TrackMarks | undefined
  readonly onSelect: (range: SecondsRange) => void
}

/**
 * The lane above the wave: a press on a finding plays it, one on the loop selects it; the notes' feature handles notes.
 */
export function StageMarkers({ heard, markers, viewport, notes, onSelect }: StageMarkersProps) {
  const ids = useMemo(() => new Set(notes?.markers.map(({ id }) => id)), [notes?.markers])
  const isNote = (id: string) => ids.has(id)
  const face = (marker: WaveMarker) => (isNote(marker.id) ? notes?.faceOf(marker.id) : faceOf(marker))
  const choose = ({ id, from, to }: WaveMarker) => {
    if (id === loopMarkerId && to !== undefined) onSelect({ from, to })
    else if (isNote(id)) notes?.onChoose(id)
    else listening.hear(heard, { at: from })
  }
  return (
    <WaveMarkers
      viewport={viewport}
      markers={markers}
      face={face}
      preview={({ id }) => notes?.previewOf(id)}
      entries={({ id }) => (isNote(id) ? (notes?.entriesOf(id) ?? []) : [])}
      onChoose={choose}
      {...(notes?.chosenId !== undefined && { chosenId: notes.chosenId })}
    />
  )
}

function faceOf({ id, to }: WaveMarker) {
  return <Icon of={id === loopMarkerId ? Repeat : to === undefined ? TriangleAlert : VolumeX} size={12} />
}
