import { startTransition, useEffect, useRef, useState, type RefObject } from 'react'

const margin = '900px 0px'

interface NearView<E extends Element> {
  readonly box: RefObject<E | null>
  /** It is close to the view, or contains the focus. */
  readonly isNear: boolean
  /** In px, as last measured; null before. */
  readonly height: number | null
}

/** Whether a part of a long list is close to the view. Not observed if `isAlways`. */
export function useNearView<E extends Element>(isAlways: boolean): NearView<E> {
  const box = useRef<E>(null)
  const [seen, setSeen] = useState<{ readonly near: boolean; readonly height: number | null }>({
    near: false,
    height: null,
  })
  useEffect(() => {
    const element = box.current
    if (!element || isAlways) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last) return
        // What contains the focus stays rendered.
        if (last.isIntersecting || !element.contains(document.activeElement))
          startTransition(() =>
            setSeen((before) =>
              before.near === last.isIntersecting
                ? before
                : { near: last.isIntersecting, height: before.near ? last.boundingClientRect.height : before.height },
            ),
          )
      },
      { root: scrollerOf(element), rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isAlways])
  return { box, isNear: seen.near, height: seen.height }
}

/** The scrolling ancestor; null for the window. */
function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight + 1)
      return parent === document.documentElement || parent === document.body ? null : parent
  }
  return null
}
