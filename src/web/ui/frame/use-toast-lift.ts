import { useEffect, type RefObject } from 'react'

/** So close to the foot of the page, an element is what toasts would cover. */
const NEAR_FOOT_PX = 48
const GAP_PX = 4

/** Keeps toasts above an element with buttons at the foot of the page, while it is there. */
export function useToastLift(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = element.current
    const page = bar?.closest('[data-frame-page]')
    if (!bar || !(page instanceof HTMLElement)) return undefined
    const root = document.documentElement
    const measure = () => {
      const end = page.getBoundingClientRect().bottom
      const { top, bottom, height } = bar.getBoundingClientRect()
      const isAtFoot = height > 0 && bottom <= end && end - bottom < NEAR_FOOT_PX
      root.style.setProperty('--toast-lift', isAtFoot ? `${Math.round(end - top) + GAP_PX}px` : '0px')
    }
    const sizes = new ResizeObserver(measure)
    for (const one of [bar, page]) sizes.observe(one)
    // It may stand in a column that scrolls.
    const sight = new IntersectionObserver(measure, { threshold: [0, 1] })
    sight.observe(bar)
    return () => {
      sizes.disconnect()
      sight.disconnect()
      root.style.removeProperty('--toast-lift')
    }
  }, [element])
}
