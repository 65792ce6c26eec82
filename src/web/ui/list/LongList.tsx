import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { stableKey } from '#web/outbox/outbox-store.ts'

interface LongListProps<T extends { readonly id: string }> {
  readonly items: readonly T[]
  /** Approximate height of an item in px, including the gap. */
  readonly rowHeight: number
  /** How many items render together: fewer if one is slow. */
  readonly atOnce?: number
  /** This item always renders, because it has or gets the focus. */
  readonly keepId?: string | undefined
  /** Class of each chunk's list. */
  readonly className?: string | undefined
  readonly children: (item: T) => ReactNode
}

const margin = '900px 0px'

/** A list of thousands that renders only chunks near the window; gaps with the last known height replace the others. */
export function LongList<T extends { readonly id: string }>({
  items,
  rowHeight,
  atOnce = 20,
  keepId,
  className,
  children,
}: LongListProps<T>) {
  const stretches = Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  )
  return stretches.map((own, index) => (
    <Stretch
      key={index}
      isFirst={index === 0}
      isKept={keepId !== undefined && own.some(({ id }) => stableKey(id) === stableKey(keepId))}
      height={own.length * rowHeight}
      className={className}
    >
      {() => own.map(children)}
    </Stretch>
  ))
}

interface StretchProps {
  /** Always rendered, so that short lists need no observer. */
  readonly isFirst: boolean
  readonly isKept: boolean
  readonly height: number
  readonly className: string | undefined
  readonly children: () => ReactNode
}

function Stretch({ isFirst, isKept, height, className, children }: StretchProps) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<{ readonly near: boolean; readonly height: number | null }>({
    near: false,
    height: null,
  })
  useEffect(() => {
    const element = box.current
    if (!element || isFirst) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last) return
        // A chunk that contains the focus stays rendered.
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
  }, [isFirst])
  const built = isFirst || isKept || seen.near
  return (
    <div ref={box} style={built ? undefined : { height: seen.height ?? height }}>
      {built && <ul className={className}>{children()}</ul>}
    </div>
  )
}

/** The scrolling ancestor; null for the window. */
function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight + 1)
      return parent === document.documentElement || parent === document.body ? null : parent
  }
  return null
}
