import { useEffect, type RefObject } from 'react'

/**
 * While the focus is in it, the whole of it stays in sight, its foot above all: as it grows, and as a keyboard on the
 * screen takes room.
 */
export function useStayInSight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current
    if (!box) return undefined
    const look = () => {
      if (!box.contains(document.activeElement)) return
      box.scrollIntoView({ block: 'nearest' })
      box.lastElementChild?.scrollIntoView({ block: 'nearest' })
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(box)
    const scroller = box.closest('[data-scroller]')
    if (scroller) sized.observe(scroller)
    return () => sized.disconnect()
  }, [element])
}
