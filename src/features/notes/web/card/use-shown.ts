import { useEffect, type RefObject } from 'react'
import type { Milliseconds } from '#shared/units.ts'

const longEnoughMs: Milliseconds = 800

/** Calls `onShown` once the element has been in view long enough to be read; if undefined, does not observe. */
export function useShown(element: RefObject<HTMLElement | null>, onShown: (() => void) | undefined): void {
  useEffect(() => {
    if (!element.current || !onShown) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (entry?.isIntersecting)
          timer = setTimeout(() => document.visibilityState === 'visible' && onShown(), longEnoughMs)
      },
      { threshold: 0.5 },
    )
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, onShown])
}
