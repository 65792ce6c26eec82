import type { Seconds } from '#shared/units.ts'

/** The fields of a key event that matter here. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

export type WaveKeyAction = { readonly seekTo: Seconds } | { readonly zoom: number } | { readonly selectAll: true }

const STEP_SECONDS = 5
const FINE_SECONDS = 1
const FINEST_SECONDS = 0.05
const PAGE_SECONDS = 10

/** What a key does on a focused waveform; undefined if it is not handled. */
export function waveKeyAction(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress,
  position: Seconds,
  duration: Seconds,
): WaveKeyAction | undefined {
  if (ctrlKey || metaKey) return key === 'a' && !shiftKey && !altKey ? { selectAll: true } : undefined
  const step = altKey ? FINEST_SECONDS : shiftKey ? FINE_SECONDS : STEP_SECONDS
  const seekTo = (at: Seconds): WaveKeyAction => ({ seekTo: Math.max(0, Math.min(duration, at)) })
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return seekTo(position + step)
    case 'ArrowLeft':
    case 'ArrowDown':
      return seekTo(position - step)
    case 'PageUp':
      return seekTo(position + PAGE_SECONDS)
    case 'PageDown':
      return seekTo(position - PAGE_SECONDS)
    case 'Home':
      return seekTo(0)
    case 'End':
      return seekTo(duration)
    case '+':
      return { zoom: 2 }
    case '-':
    case '−':
      return { zoom: 0.5 }
    default:
      return undefined
  }
}
