import type { ReactNode } from 'react'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { useFindInPage } from './use-find-in-page.ts'
import { useNearView } from './use-near-view.ts'

interface LongRows<T extends { readonly id: string }> {
  readonly items: readonly T[]
  /** Approximate height of an item in px, including the gap. */
  readonly rowHeight: number
  /** How many items render together: fewer if one is slow. */
  readonly atOnce?: number
  readonly children: (item: T, index: number) => ReactNode
}

interface LongListProps<T extends { readonly id: string }> extends LongRows<T> {
  /** This item always renders, because it has or gets the focus. */
  readonly keepId?: string | undefined
  /** Class of each chunk's list. */
  readonly className?: string | undefined
}

/** A list of thousands that renders only chunks near the window; gaps with the last known height replace the others. */
export function LongList<T extends { readonly id: string }>({ keepId, className, ...list }: LongListProps<T>) {
  const isAll = useFindInPage()
  return stretchesOf(list, [keepId]).map(({ start, length, isKept, rows }) => (
    <Stretch
      key={start}
      isFirst={start === 0}
      isKept={isKept || isAll}
      height={length * list.rowHeight}
      className={className}
    >
      {rows}
    </Stretch>
  ))
}

interface LongTableRowsProps<T extends { readonly id: string }> extends LongRows<T> {
  /** These always render, because they have or get the focus. */
  readonly keepIds: readonly (string | undefined)[]
  /** Number of columns. */
  readonly columns: number
}

/** The same as rows of a table, in a `tbody` for each chunk. */
export function LongTableRows<T extends { readonly id: string }>({ keepIds, columns, ...list }: LongTableRowsProps<T>) {
  const isAll = useFindInPage()
  return stretchesOf(list, keepIds).map(({ start, length, isKept, rows }) => (
    <TableStretch
      key={start}
      isFirst={start === 0}
      isKept={isKept || isAll}
      height={length * list.rowHeight}
      columns={columns}
    >
      {rows}
    </TableStretch>
  ))
}

interface Chunk {
  readonly start: number
  readonly length: number
  readonly isKept: boolean
  readonly rows: () => ReactNode
}

function stretchesOf<T extends { readonly id: string }>(
  { items, atOnce = 20, children }: LongRows<T>,
  keepIds: readonly (string | undefined)[],
): readonly Chunk[] {
  const kept = new Set(keepIds.flatMap((id) => (id === undefined ? [] : stableKey(id))))
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, at) => {
    const start = at * atOnce
    const own = items.slice(start, start + atOnce)
    return {
      start,
      length: own.length,
      isKept: kept.size > 0 && own.some(({ id }) => kept.has(stableKey(id))),
      rows: () => own.map((item, index) => children(item, start + index)),
    }
  })
}

interface StretchProps {
  /** Always rendered, so that short lists need no observer. */
  readonly isFirst: boolean
  readonly isKept: boolean
  readonly height: number
  readonly children: () => ReactNode
}

function Stretch({
  isFirst,
  isKept,
  height,
  className,
  children,
}: StretchProps & Pick<LongListProps<never>, 'className'>) {
  const { box, isNear, height: measured } = useNearView<HTMLDivElement>(isFirst)
  const built = isFirst || isKept || isNear
  return (
    <div ref={box} style={built ? undefined : { height: measured ?? height }}>
      {built && <ul className={className}>{children()}</ul>}
    </div>
  )
}

function TableStretch({ isFirst, isKept, height, columns, children }: StretchProps & { readonly columns: number }) {
  const { box, isNear, height: measured } = useNearView<HTMLTableSectionElement>(isFirst)
  return (
    <tbody ref={box}>
      {isFirst || isKept || isNear ? (
        children()
      ) : (
        <tr aria-hidden style={{ height: measured ?? height }}>
          {/* A space for rows, for nobody to press. */}
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
          <td colSpan={columns} />
        </tr>
      )}
    </tbody>
  )
}
