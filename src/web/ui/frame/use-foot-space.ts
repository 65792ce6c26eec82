import { useEffect, type RefObject } from 'react'

/**
 * Tells the frame's page how high the field at its foot is, as `--foot-space`, so that what floats there stands above
 * it. 0 px where it ends elsewhere.
 */
export function useFootSpace(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const field = foot.current
    const page = field?.closest('[data-frame-page]')
    if (!field || !(page instanceof HTMLElement)) return undefined
    const measure = () => {
      const { top, bottom, height } = field.getBoundingClientRect()
      const end = page.getBoundingClientRect().bottom
      const isAtFoot = height > 0 && Math.abs(end - bottom) < 2
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
