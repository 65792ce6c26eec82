import type { KeyboardEvent, PointerEvent } from 'react'
import type { Seconds } from '#shared/units.ts'
import { waveKeyAction } from './wave-keys.ts'

/** A place as a share of the whole, 0 to 1. */
export function shareOf(at: Seconds, duration: Seconds): number {
  return Math.min(1, Math.max(0, at / Math.max(0.001, duration)))
}

/** The same for a style. */
export function percentOf(at: Seconds, duration: Seconds): string {
  return `${shareOf(at, duration) * 100}%`
}

/** The place under the pointer, of an element as wide as the whole. */
export function secondsAt({ clientX, currentTarget }: PointerEvent<HTMLElement>, duration: Seconds): Seconds {
  const { left, width } = currentTarget.getBoundingClientRect()
  return shareOf(clientX - left, width) * duration
}

/** Seeks by the keys that move a slider; others are left to the page. */
export function seekByKey(
  event: KeyboardEvent,
  { at, duration }: { readonly at: Seconds; readonly duration: Seconds },
  onSeek: (at: Seconds) => void,
): void {
  const action = waveKeyAction(event, at, duration)
  if (!action || !('seekTo' in action)) return
  event.preventDefault()
  onSeek(action.seekTo)
}

/** Tells assistive technology the place, once a second: it changes outside React in every frame. */
export function tellPlace(slider: HTMLElement, at: Seconds, words: (at: Seconds) => string): void {
  const second = String(Math.floor(at))
  if (slider.getAttribute('aria-valuenow') === second) return
  slider.setAttribute('aria-valuenow', second)
  slider.setAttribute('aria-valuetext', words(at))
}
