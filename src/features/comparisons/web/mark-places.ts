import type { Change } from '#audio/comparison-result.ts'
import { pxAtSeconds, type WaveView } from '#web/waveform/wave-view.ts'
import { changeWords } from './change-words.ts'

export interface PlacedMark {
  readonly change: Change
  readonly label: string
  readonly left: number
}

/** About the width of a letter in a mark, and of its edges. */
const letterPx = 6.4
const edgesPx = 18

/** Marks of the changes in view, none over another. Those that find no room are left out. `changes` in order of time. */
export function placeMarks(changes: readonly Change[], view: WaveView): readonly PlacedMark[] {
  const placed: PlacedMark[] = []
  let free = 0
  for (const change of changes) {
    const label = changeWords(change)
    const [start, end] = [pxAtSeconds(view, change.from), pxAtSeconds(view, change.to)]
    const width = label.length * letterPx + edgesPx
    // At the right edge a mark leans to the left, so that it is read whole.
    const left = Math.min(Math.max(0, start), view.widthPx - width)
    if (end < 0 || start > view.widthPx || left < free) continue
    placed.push({ change, label, left })
    free = left + width
  }
  return placed
}
