import { useEffect, useState, type RefObject } from 'react'

/** How many CSS pixels of the element's box a keyboard on the screen covers from below. */
export function useKeyboardLift(element: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [lift, setLift] = useState(0)
  useEffect(() => {
    const view = window.visualViewport
    const box = element.current?.parentElement
    if (!isOn || !view || !box) return undefined
    // Who zooms in has a small view as well, and no keyboard.
    const measure = () =>
      setLift(
        view.scale > 1.01
          ? 0
          : Math.max(0, Math.round(box.getBoundingClientRect().bottom - view.offsetTop - view.height)),
      )
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      setLift(0)
    }
  }, [element, isOn])
  return lift
}
