import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

const pressForMs = 600
/** Pixels that a finger may move during a long press. */
const slack = 10

/**
 * A long press by finger or pen. If `onLongPress` returns true, the default action and the following click are
 * cancelled. Some browsers also send a contextmenu event and some do not; `forget` and `takeOver` are for an event that
 * came first.
 */
export function useLongPress(onLongPress: (x: number, y: number) => boolean) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const start = useRef({ x: 0, y: 0 })
  const pressed = useRef(false)
  const down = useRef<{ readonly target: EventTarget; readonly pointerId: number } | null>(null)
  const forget = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  const lift = () => {
    down.current = null
    forget()
  }
  /** The menu owns the press from here on: cancel a seek or drag that began with it. */
  const takeOver = () => {
    const press = down.current
    lift()
    press?.target.dispatchEvent(new window.PointerEvent('pointercancel', { bubbles: true, pointerId: press.pointerId }))
  }
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  return {
    forget,
    takeOver,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        pressed.current = false
        forget()
        down.current = { target: event.target, pointerId: event.pointerId }
        if (event.pointerType === 'mouse') return
        start.current = { x: event.clientX, y: event.clientY }
        timer.current = setTimeout(() => {
          pressed.current = onLongPress(start.current.x, start.current.y)
          if (pressed.current) takeOver()
        }, pressForMs)
      },
      onPointerMove: (event: PointerEvent) => {
        if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > slack) forget()
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onClickCapture: (event: MouseEvent) => {
        if (!pressed.current) return
        pressed.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
