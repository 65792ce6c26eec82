import { useEffect, type RefObject } from 'react'

/** A bar that floats above the foot of the page is still at it. */
const FLOATING_PX = 20

/**
 * Sets `--foot-space` on the frame to the height of the field or bar at the foot of the page, so that floating elements
 * stay above it; 0px on other pages.
 */
export function useFootSpace(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const field = foot.current
    const page = field?.closest('[data-frame-page]')
    if (!field || !(page instanceof HTMLElement)) return undefined
    const measure = () => {
      const { top, bottom, height } = field.getBoundingClientRect()
      const end = page.getBoundingClientRect().bottom
      const isAtFoot = height > 0 && end - bottom > -2 && end - bottom < FLOATING_PX
      page.style.setProperty('--foot-space', `${isAtFoot ? Math.round(end - top) : 0}px`)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(field)
    sizes.observe(page)
    return () => {
      sizes.disconnect()
      page.style.removeProperty('--foot-space')
    }
  }, [foot])
}
