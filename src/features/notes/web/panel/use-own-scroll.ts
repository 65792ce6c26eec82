import { useEffect, type RefObject } from 'react'

const scrollKeys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']

/** Calls `onScroll` when the user scrolls by wheel, touch, scrollbar or key; not on scrolling by script. */
export function useOwnScroll(scroller: RefObject<HTMLElement | null>, onScroll: (() => void) | undefined): void {
  useEffect(() => {
    const element = scroller.current
    if (!element || !onScroll) return undefined
    const press = (event: PointerEvent) => {
      if (event.target === element) onScroll()
    }
    const key = (event: KeyboardEvent) => {
      if (scrollKeys.includes(event.key) && !(event.target instanceof HTMLTextAreaElement)) onScroll()
    }
    element.addEventListener('wheel', onScroll, { passive: true })
    element.addEventListener('touchmove', onScroll, { passive: true })
    element.addEventListener('pointerdown', press)
    element.addEventListener('keydown', key)
    return () => {
      element.removeEventListener('wheel', onScroll)
      element.removeEventListener('touchmove', onScroll)
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('keydown', key)
    }
  }, [scroller, onScroll])
}
