import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

const pressForMs = 600
/** A finger is never quite still. Pixels. */
const slack = 10

/**
 * A finger or pen that rests. Some browsers send a contextmenu event for it and some do not; `forget` is for
 * the event that came first. The click that follows the finger's leaving is swallowed.
 */
export function useLongPress(onLongPress: (x: number, y: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const start = useRef({ x: 0, y: 0 })
  const pressed = useRef(false)
  const forget = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  useEffect(() => () => { if (timer.current !== null) clearTimeout(timer.current) }, [])
  return {
    forget,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        pressed.current = false
        forget()
        if (event.pointerType === 'mouse') return
        start.current = { x: event.clientX, y: event.clientY }
        timer.current = setTimeout(() => {
          pressed.current = true
          onLongPress(start.current.x, start.current.y)
        }, pressForMs)
      },
      onPointerMove: (event: PointerEvent) => {
        if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > slack) forget()
      },
      onPointerUp: forget,
      onPointerCancel: forget,
      onClickCapture: (event: MouseEvent) => {
        if (!pressed.current) return
        pressed.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
