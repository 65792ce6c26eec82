import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './WaveMarkerPreview.module.css'

interface WaveMarkerPreviewProps {
  /** The button it belongs to, in window pixels. */
  readonly box: DOMRect
  readonly children: ReactNode
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
}

const EDGE_PX = 8

/** A marker's content, above the lane; visual only, because its button's name says the same. */
export function WaveMarkerPreview({ box, children, ...handlers }: WaveMarkerPreviewProps) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return
    const { offsetWidth, offsetHeight } = element
    const left = Math.max(
      EDGE_PX,
      Math.min(window.innerWidth - offsetWidth - EDGE_PX, box.left + box.width / 2 - offsetWidth / 2),
    )
    const above = box.top - offsetHeight - EDGE_PX
    element.style.left = `${left}px`
    element.style.top = `${above >= EDGE_PX ? above : box.bottom + EDGE_PX}px`
  }, [box])
  return createPortal(
    <div ref={card} className={styles.card} data-preview aria-hidden {...handlers}>
      {children}
    </div>,
    document.body,
  )
}
