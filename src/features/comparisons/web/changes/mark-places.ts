import { biggestFirst } from '#audio/comparison-changes.ts'
import type { Change } from '#audio/comparison-result.ts'
import { pxAtSeconds, type WaveView } from '#web/waveform/view/wave-view.ts'
import { changeWords } from './change-words.ts'

export interface PlacedMark {
  readonly change: Change
  readonly label: string
  readonly left: number
  /** Maximum width: in another font or language the label may be longer than estimated. */
  readonly maxWidthPx: number
}

/** Pixels between two marks. */
const GAP_PX = 4
/** Approximate width of a letter in a mark, and of its padding. */
const letterPx = 6.4
const edgesPx = 18

/** Marks of the changes in view, without overlaps: if space is short, the biggest changes win. */
export function placeMarks(changes: readonly Change[], view: WaveView): readonly PlacedMark[] {
  const placed: (Omit<PlacedMark, 'maxWidthPx'> & { readonly right: number })[] = []
  for (const change of biggestFirst(changes)) {
    const label = changeWords(change)
    const [start, end] = [pxAtSeconds(view, change.from), pxAtSeconds(view, change.to)]
    const width = label.length * letterPx + edgesPx
    // At the right edge a mark shifts to the left, so that it is complete.
    const left = Math.max(0, Math.min(start, view.widthPx - width))
    const right = left + width
    if (end < 0 || start > view.widthPx || placed.some((other) => left < other.right && right > other.left)) continue
    placed.push({ change, label, left, right })
  }
  const inOrder = placed.toSorted((one, other) => one.left - other.left)
  return inOrder.map(({ change, label, left }, index) => {
    const next = inOrder[index + 1]
    return { change, label, left, maxWidthPx: (next ? next.left - GAP_PX : view.widthPx) - left }
  })
}
