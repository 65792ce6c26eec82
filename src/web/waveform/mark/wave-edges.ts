import type { Seconds } from '#shared/units.ts'
import type { SecondsRange } from '../view/wave-gestures.ts'
import type { KeyPress } from '../view/wave-keys.ts'
import type { WaveView } from '../view/wave-view.ts'

export type WaveEdge = 'from' | 'to'

const STEP_PX = 10

/** The range after moving one of its edges: rounded to a sample, within the recording, never past the other edge. */
export function withEdge(
  { from, to }: SecondsRange,
  edge: WaveEdge,
  at: Seconds,
  { sampleRate, totalFrames }: WaveView,
): SecondsRange {
  const frame = Math.round(at * sampleRate)
  if (edge === 'from') return { from: Math.max(0, Math.min(frame, Math.round(to * sampleRate) - 1)) / sampleRate, to }
  return { from, to: Math.min(totalFrames, Math.max(frame, Math.round(from * sampleRate) + 1)) / sampleRate }
}

/** Where a key moves an edge: 10 pixels, with Shift one, with Alt one sample; undefined if the key is not handled. */
export function edgeKeyPlace(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress,
  at: Seconds,
  { sampleRate, totalFrames, framesPerPx }: WaveView,
): Seconds | undefined {
  if (ctrlKey || metaKey) return undefined
  const step = Math.max(1, altKey ? 1 : framesPerPx * (shiftKey ? 1 : STEP_PX)) / sampleRate
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step
    case 'Home':
      return 0
    case 'End':
      return totalFrames / sampleRate
    default:
      return undefined
  }
}
