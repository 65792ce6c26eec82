import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'

interface TouchDrag {
  readonly board: RefObject<HTMLElement | null>
  /** With the column's element under the finger. */
  readonly onOver: (column: HTMLElement, clientY: number) => void
  readonly onDrop: () => void
  readonly onEnd: () => void
}

/** As near to an edge the board scrolls, so many pixels a frame. */
const edgePx = 48
const stepPx = 12

/** Browsers drag nothing by a finger: what it takes by its grip is carried here, over columns that come into sight as it nears an edge. */
export function useTouchDrag({ board, onOver, onDrop, onEnd }: TouchDrag) {
  const finger = useRef<{ x: number, y: number } | null>(null)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  const over = () => {
    if (!finger.current) return
    const { x, y } = finger.current
    const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
    if (column) onOver(column, y)
  }
  const latest = useRef(over)
  useEffect(() => {
    latest.current = over
  })
  const scroll = () => {
    const [box, at] = [board.current, finger.current]
    if (!box || !at) return
    const { left, right } = box.getBoundingClientRect()
    const edge = Math.min(right, window.innerWidth)
    const by = at.x > edge - edgePx ? stepPx : at.x < Math.max(0, left) + edgePx ? -stepPx : 0
    if (by !== 0) {
      box.scrollLeft += by
      latest.current()
    }
    frame.current = requestAnimationFrame(scroll)
  }
  const release = () => {
    finger.current = null
    cancelAnimationFrame(frame.current)
  }
  return (onBegin: () => void) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      // Neither the card's menu by a long press, nor the list's scrolling.
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      finger.current = { x: event.clientX, y: event.clientY }
      frame.current = requestAnimationFrame(scroll)
      onBegin()
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!finger.current) return
      finger.current = { x: event.clientX, y: event.clientY }
      over()
    },
    onPointerUp: () => {
      if (!finger.current) return
      release()
      onDrop()
    },
    onPointerCancel: () => {
      release()
      onEnd()
    },
  })
}
