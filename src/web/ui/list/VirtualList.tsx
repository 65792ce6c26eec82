import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { rowOffsets, rowsIn, withPinned, type RowWindow } from './row-window.ts'

interface VirtualListProps<T> {
  readonly label: string
  /** The scrolling element; the list is somewhere inside it. */
  readonly scroller: RefObject<HTMLElement | null>
  /** Should be stable. */
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** CSS pixels, for rows that have not been measured. */
  readonly estimate: number
  /** Keys of rows that always render. */
  readonly pinned: readonly (string | undefined)[]
  readonly row: (item: T, place: RowPlace) => ReactNode
  readonly className?: string | undefined
}

/**
 * Props of a row's `li`: its key, and its position and the list's length for screen readers, because most rows are not
 * in the page.
 */
export interface RowPlace {
  readonly 'data-row': string
  readonly 'aria-posinset': number
  readonly 'aria-setsize': number
}

/** Lists up to this length render completely. */
const wholeUpTo = 60
/** Rows of a longer list until the view is measured. */
const atFirst = 16

/**
 * A list that renders only rows near the view, in order and in the flow, with spacers for the others. Rows may have any
 * height. A row that has the focus or an unfinished text stays.
 */
export function VirtualList<T>({
  label,
  scroller,
  items,
  keyOf,
  estimate,
  pinned,
  row,
  className,
}: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [heights] = useState(() => new Map<string, number>())
  const [measured, setMeasured] = useState(0)
  const [shown, setShown] = useState<RowWindow>({
    first: 0,
    last: Math.min(items.length, items.length <= wholeUpTo ? wholeUpTo : atFirst) - 1,
  })
  const [held, setHeld] = useState<readonly string[]>([])
  const keys = useMemo(() => items.map(keyOf), [items, keyOf])
  const offsets = useMemo(
    () => (measured >= 0 ? rowOffsets(keys, heights, estimate) : []),
    [keys, heights, estimate, measured],
  )
  const isWhole = items.length <= wholeUpTo
  const kept = [...pinned, ...held].filter((key) => key !== undefined).join(' ')
  const wanted = useMemo(() => {
    if (kept === '') return []
    const those = new Set(kept.split(' '))
    return keys.flatMap((key, index) => (those.has(key) ? [index] : []))
  }, [keys, kept])

  useEffect(() => {
    const [element, box] = [list.current, scroller.current]
    if (!element || !box || isWhole) return undefined
    const look = () => {
      const top = box.getBoundingClientRect().top - element.getBoundingClientRect().top
      setShown((before) => rowsIn(offsets, { top, bottom: top + box.clientHeight }, before))
      const busy = [
        ...element.querySelectorAll('textarea'),
        ...(element.contains(document.activeElement) && document.activeElement ? [document.activeElement] : []),
      ]
      const rows = busy.flatMap((one) => one.closest('[data-row]')?.getAttribute('data-row') ?? [])
      setHeld((before) => (before.join(' ') === rows.join(' ') ? before : rows))
    }
    box.addEventListener('scroll', look, { passive: true })
    // The observer also fires once after layout; measuring earlier would force a layout.
    const sized = new ResizeObserver(look)
    sized.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      sized.disconnect()
    }
  }, [scroller, offsets, isWhole])

  const rows = isWhole ? keys.map((_, index) => index) : withPinned(shown, wanted, items.length)
  const inPage = rows.map((index) => keys[index]).join(' ')
  useLayoutEffect(() => {
    if (isWhole) return undefined
    const observer = new ResizeObserver((entries) => {
      let changed = false
      for (const {
        target,
        borderBoxSize: [box],
      } of entries) {
        const key = target.getAttribute('data-row')
        if (key === null || !box || Math.abs((heights.get(key) ?? -1) - box.blockSize) < 0.5 || !target.isConnected)
          continue
        heights.set(key, box.blockSize)
        changed = true
      }
      if (changed) setMeasured((count) => count + 1)
    })
    for (const element of list.current?.children ?? []) if (element.hasAttribute('data-row')) observer.observe(element)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other rows are drawn in each case
  }, [inPage, isWhole, heights])

  const end = offsets.at(-1) ?? 0
  return (
    <ul ref={list} aria-label={label} className={className}>
      {rows.map((index, at) => {
        const [item, key] = [items[index], keys[index]]
        if (item === undefined || key === undefined) return null
        const before = (offsets[index] ?? 0) - (at === 0 ? 0 : (offsets[(rows[at - 1] ?? -1) + 1] ?? 0))
        return (
          <Fragment key={key}>
            {!isWhole && before > 0 && <Gap height={before} />}
            {row(item, { 'data-row': key, 'aria-posinset': index + 1, 'aria-setsize': items.length })}
          </Fragment>
        )
      })}
      {!isWhole && <Gap height={end - (offsets[(rows.at(-1) ?? -1) + 1] ?? 0)} />}
    </ul>
  )
}

/** A spacer for rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  return <li aria-hidden style={{ height, overflowAnchor: 'none', listStyle: 'none' }} />
}
