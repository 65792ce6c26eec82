import type { Seconds } from '#shared/units.ts'
import { frameAtPx, panBy, secondsAtPx, type WaveView, zoomAbout } from './wave-view.ts'
import type { WaveViewport } from './wave-viewport.ts'

export interface SecondsRange {
  readonly from: Seconds
  readonly to: Seconds
}

export interface WaveGestures {
  readonly onSeek: (at: Seconds) => void
  /** If undefined, ranges cannot be selected and a drag ends in a seek. */
  readonly onSelect?: (range: SecondsRange) => void
  /** A press that seeks clears the selection; keys that seek do not. */
  readonly onLetGo?: () => void
}

const DRAG_PX = 4
/** Pixels that a finger may move during a tap or long press. */
const FINGER_DRAG_PX = 10
const ZOOM_PER_PX = 1.0025
/** A pinch on a trackpad arrives as small wheel events with Ctrl. */
const PINCH_PER_PX = 1.01
const LARGEST_PINCH_PX = 40

/** Pointer, pinch and wheel on a waveform. Returns a function that stops it. */
export function listenForGestures(host: HTMLElement, viewport: WaveViewport, gestures: () => WaveGestures): () => void {
  const life = new AbortController()
  const { signal } = life
  /** Position of each finger (or the mouse) in CSS pixels from the left. */
  const fingers = new Map<number, number>()
  let downPx = 0
  let downY = 0
  let gesture: 'none' | 'press' | 'drag' | 'pinch' = 'none'
  const pxOf = (event: MouseEvent): number => event.clientX - host.getBoundingClientRect().left
  const at = (px: number): Seconds => secondsAtPx(viewport.view(), px)

  host.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || event.target instanceof HTMLButtonElement) return
      host.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, pxOf(event))
      downPx = pxOf(event)
      downY = event.clientY
      gesture = fingers.size > 1 ? 'pinch' : 'press'
    },
    { signal },
  )
  host.addEventListener(
    'pointermove',
    (event) => {
      if (!fingers.has(event.pointerId)) return
      const before = [...fingers.values()]
      const px = pxOf(event)
      fingers.set(event.pointerId, px)
      if (gesture === 'pinch' && fingers.size !== 2) return
      if (gesture === 'pinch') return viewport.change((view) => pinched(view, before, [...fingers.values()]))
      const sideways = Math.abs(px - downPx)
      // A vertical swipe scrolls the page.
      const isScroll = event.pointerType === 'touch' && Math.abs(event.clientY - downY) > sideways
      if (gesture === 'press' && sideways >= (event.pointerType === 'mouse' ? DRAG_PX : FINGER_DRAG_PX) && !isScroll)
        gesture = 'drag'
      if (gesture === 'drag') gestures().onSelect?.(rangeBetween(viewport.view(), px, downPx))
    },
    { signal },
  )
  const lift = (event: PointerEvent): void => {
    const wasDown = fingers.delete(event.pointerId)
    const isSeek = gesture === 'press' || (gesture === 'drag' && !gestures().onSelect)
    if (wasDown && isSeek && event.type === 'pointerup') {
      gestures().onLetGo?.()
      gestures().onSeek(at(pxOf(event)))
    }
    if (fingers.size === 0) gesture = 'none'
  }
  host.addEventListener('pointerup', lift, { signal })
  host.addEventListener('pointercancel', lift, { signal })
  host.addEventListener(
    'touchmove',
    (event) => {
      // Otherwise Chromium treats a quick drag as a fling, and the next tap, on any button, only stops it.
      if (event.cancelable && (gesture === 'drag' || gesture === 'pinch')) event.preventDefault()
    },
    { signal, passive: false },
  )
  const stopWheel = listenForWheel(host, viewport)
  return () => {
    life.abort()
    stopWheel()
  }
}

/**
 * Wheel and trackpad on a waveform, or on an element above it with the same left edge. In a window so low that the page
 * around it scrolls, the wheel scrolls, and zooms with Ctrl. Returns a function that stops it.
 */
export function listenForWheel(host: HTMLElement, viewport: WaveViewport): () => void {
  const turn = (event: WheelEvent): void => {
    if (event.defaultPrevented) return
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!event.ctrlKey && !isSideways && isInScroller(host)) return
    event.preventDefault()
    const px = event.clientX - host.getBoundingClientRect().left
    const pxPerStep = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const sideways = event.shiftKey ? event.deltaX + event.deltaY : event.deltaX
    const turned = event.deltaY * pxPerStep
    if (event.ctrlKey)
      viewport.change((view) =>
        zoomAbout(view, px, PINCH_PER_PX ** -Math.max(-LARGEST_PINCH_PX, Math.min(LARGEST_PINCH_PX, turned))),
      )
    else if (isSideways) viewport.change((view) => panBy(view, sideways * pxPerStep))
    else viewport.change((view) => zoomAbout(view, px, ZOOM_PER_PX ** -turned))
  }
  // A passive listener could not prevent the page from scrolling.
  host.addEventListener('wheel', turn, { passive: false })
  return () => host.removeEventListener('wheel', turn)
}

/** Whether there is more of the page above or below, out of sight. */
function isInScroller(host: HTMLElement): boolean {
  for (let box = host.parentElement; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY)) return true
  }
  return false
}

/** Rounded to samples, in order and within the recording. */
export function rangeBetween(view: WaveView, px: number, otherPx: number): SecondsRange {
  const frame = (px: number): number => Math.max(0, Math.min(view.totalFrames, Math.round(frameAtPx(view, px))))
  return { from: frame(Math.min(px, otherPx)) / view.sampleRate, to: frame(Math.max(px, otherPx)) / view.sampleRate }
}

/** The view after two fingers moved: what was between them stays between them. */
export function pinched(
  view: WaveView,
  [a = 0, b = 0]: readonly number[],
  [c = 0, d = 0]: readonly number[],
): WaveView {
  const factor = Math.max(1, Math.abs(d - c)) / Math.max(1, Math.abs(b - a))
  return zoomAbout(panBy(view, (a + b) / 2 - (c + d) / 2), (c + d) / 2, factor)
}
