import { lazy, useRef, useState, type ReactNode } from 'react'
import { LazyBoundary } from '../page/lazy-part.tsx'
import { Slot } from '../frame/Slot.tsx'
import { useTooltipTiming } from './use-tooltip-timing.ts'

export const loadTooltipContent = () => import('./TooltipContent.tsx')
const TooltipContent = lazy(loadTooltipContent)

interface TooltipProps {
  readonly text: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  /** One element that takes a ref and can have focus. */
  readonly children: ReactNode
}

/** A name and its key, after 400 ms of hovering or at once on visible focus. Escape hides it. */
export function Tooltip({ text, keys, side = 'top', children }: TooltipProps) {
  const target = useRef<HTMLElement>(null)
  const [box, setBox] = useState<DOMRect | null>(null)
  const timing = useTooltipTiming({
    show: () => setBox(target.current?.getBoundingClientRect() ?? null),
    hide: () => setBox(null),
  })
  return (
    <>
      <Slot ref={target} {...timing.targetHandlers}>
        {children}
      </Slot>
      {box && (
        <LazyBoundary missing="unsaid">
          <TooltipContent {...{ text, keys, side, box }} onClose={timing.hideNow} {...timing.contentHandlers} />
        </LazyBoundary>
      )}
    </>
  )
}
