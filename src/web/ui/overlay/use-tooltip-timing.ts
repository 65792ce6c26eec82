import { useEffect, useRef, type FocusEvent, type PointerEvent } from 'react'

const waitMs = 400
/** Moving to another button within this time shows its tooltip without a delay. */
const againWithinMs = 200
/** Time to reach the tooltip itself, which may cover something to read. */
const leaveMs = 120

let lastHiddenAt = -Infinity

interface TooltipTiming {
  readonly show: () => void
  readonly hide: () => void
}

/** When a tooltip shows and hides, apart from its looks. */
export function useTooltipTiming({ show, hide }: TooltipTiming) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const shown = useRef(false)
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  const showAfter = (delayMs: number) => {
    stop()
    timer.current = setTimeout(() => {
      shown.current = true
      show()
    }, delayMs)
  }
  const hideNow = () => {
    stop()
    if (!shown.current) return
    shown.current = false
    lastHiddenAt = performance.now()
    hide()
  }
  const hideSoon = () => {
    stop()
    timer.current = setTimeout(hideNow, shown.current ? leaveMs : 0)
  }
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  return {
    hideNow,
    targetHandlers: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') showAfter(performance.now() - lastHiddenAt < againWithinMs ? 0 : waitMs)
      },
      onPointerLeave: hideSoon,
      onPointerDown: hideNow,
      onClick: hideNow,
      // Focus that returns after a pointer action, for example from a closed menu, would leave a tooltip open.
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (event.currentTarget.matches(':focus-visible')) showAfter(0)
      },
      onBlur: hideNow,
    },
    contentHandlers: { onPointerEnter: stop, onPointerLeave: hideSoon },
  }
}
