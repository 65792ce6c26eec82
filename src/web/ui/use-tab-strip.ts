import { useEffect, useRef, type RefObject } from 'react'

/**
 * On a phone a strip of tabs is wider than the screen: the open tab is in its middle, and `data-more` says whether
 * there is more at the end. Only the strip may scroll, not the page. `open` is what tells one open tab from another.
 */
export function useTabStrip<E extends HTMLElement>(open: string | undefined): RefObject<E | null> {
  const strip = useRef<E>(null)
  useEffect(() => {
    const list = strip.current
    if (!list) return
    const measure = () => list.toggleAttribute('data-more', list.scrollWidth - list.clientWidth - list.scrollLeft > 1)
    const stopped = new AbortController()
    // A phone that is turned, a page zoomed into or a count that comes late would leave the open tab behind the edge.
    const resized = new ResizeObserver(() => {
      showOpen(list)
      measure()
    })
    for (const box of [list, ...list.children]) resized.observe(box)
    list.addEventListener('scroll', measure, { signal: stopped.signal, passive: true })
    showOpen(list)
    measure()
    return () => {
      stopped.abort()
      resized.disconnect()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another open tab is looked for anew
  }, [open])
  return strip
}

function showOpen(list: HTMLElement): void {
  const tab = list.querySelector('[data-state="active"], [aria-current="page"]')?.getBoundingClientRect()
  if (!tab) return
  const { left, width } = list.getBoundingClientRect()
  list.scrollLeft += tab.left + tab.width / 2 - (left + width / 2)
}
