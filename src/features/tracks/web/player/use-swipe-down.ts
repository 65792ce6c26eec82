import { type TouchEvent, useRef } from 'react'

/** So far down, what follows the finger is let go of. */
const FAR_PX = 96

interface SwipeDown {
  readonly onTouchStart: (event: TouchEvent<HTMLElement>) => void
  readonly onTouchMove: (event: TouchEvent<HTMLElement>) => void
  readonly onTouchEnd: (event: TouchEvent<HTMLElement>) => void
  readonly onTouchCancel: (event: TouchEvent<HTMLElement>) => void
}

/** Closes by a swipe downwards, unless it begins on a slider, or scrolls. */
export function useSwipeDown(onClose: () => void): SwipeDown {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined)
  const moveTo = (element: HTMLElement, y: number) => {
    element.style.translate = y > 0 ? `0 ${y}px` : ''
  }
  const wayOf = ({ touches, changedTouches }: TouchEvent) => {
    const finger = touches[0] ?? changedTouches[0]
    if (!start.current || !finger) return 0
    const [across, down] = [Math.abs(finger.clientX - start.current.x), finger.clientY - start.current.y]
    return down > across ? down : 0
  }
  return {
    onTouchStart: ({ currentTarget, target, touches }) => {
      const finger = touches[0]
      const isOther =
        touches.length > 1 ||
        currentTarget.scrollTop > 0 ||
        // A menu over the player is inside of it only for React.
        !(target instanceof Element && currentTarget.contains(target)) ||
        target.closest('[role="slider"], [data-scrub]') !== null
      start.current = isOther || !finger ? undefined : { x: finger.clientX, y: finger.clientY }
    },
    onTouchMove: (event) => moveTo(event.currentTarget, wayOf(event)),
    onTouchEnd: (event) => {
      const way = wayOf(event)
      start.current = undefined
      if (way > FAR_PX) onClose()
      else moveTo(event.currentTarget, 0)
    },
    onTouchCancel: ({ currentTarget }) => {
      start.current = undefined
      moveTo(currentTarget, 0)
    },
  }
}
