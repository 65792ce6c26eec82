import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../mark/Icon.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Table.module.css'

/** Pixels of the table itself, whatever is beside it. */
export type TableWidth = 640 | 820 | 940 | 1090

export interface TableColumn {
  readonly key: string
  /** Column header; `labelHidden` for a column of menus. */
  readonly label: string
  readonly labelHidden?: boolean
  /** Pixels; the column without a width takes the rest. */
  readonly width?: number
  /** Numbers are right-aligned. */
  readonly numeric?: boolean
  /** Hidden below this table width: less important columns go first, so that names keep their space. */
  readonly from?: TableWidth | undefined
  readonly sort?: 'ascending' | 'descending' | 'none'
  readonly onSort?: () => void
}

interface TableProps {
  readonly label: string
  readonly columns: readonly TableColumn[]
  /** `LongTableRows` before the others. */
  readonly bodies?: ReactNode
  /** `TableRow`s. */
  readonly children: ReactNode
}

export function Table({ label, columns, bodies, children }: TableProps) {
  return (
    <div className={styles.room}>
      <table className={styles.table} aria-label={label}>
        <colgroup>
          {columns.map(({ key, width, from }) => (
            <col key={key} className={fromRoom(from)} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        {bodies}
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function HeadCell({ column: { label, labelHidden, numeric, from, sort, onSort } }: { readonly column: TableColumn }) {
  return (
    <th scope="col" aria-sort={sort} className={classNames(numeric && styles.numeric, fromRoom(from))}>
      {onSort ? (
        <button type="button" className={styles.sort} onClick={onSort}>
          {label}
          {sort !== undefined && sort !== 'none' && <Icon of={sort === 'ascending' ? ArrowUp : ArrowDown} size={12} />}
        </button>
      ) : labelHidden ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        label
      )}
    </th>
  )
}

interface TableRowProps extends ComponentProps<'tr'> {
  readonly selected?: boolean
  readonly playing?: boolean
}

export function TableRow({ selected, playing, className, ...row }: TableRowProps) {
  return (
    <tr
      {...row}
      aria-selected={selected}
      className={classNames(styles.row, selected && styles.selected, playing && styles.playing, className)}
    />
  )
}

interface TableCellProps extends ComponentProps<'td'> {
  readonly numeric?: boolean
  /** Same as its column's. */
  readonly from?: TableWidth | undefined
  readonly quiet?: boolean
}

export function TableCell({ numeric, from, quiet, className, ...cell }: TableCellProps) {
  return (
    <td
      {...cell}
      className={classNames(styles.cell, numeric && styles.numeric, fromRoom(from), quiet && styles.quiet, className)}
    />
  )
}

function fromRoom(room: TableWidth | undefined): string | undefined {
  return room && styles[`from${room}`]
}

/** A name and a line below it, both truncated and complete in the tooltip. */
export function TableTitle({ title, below }: { readonly title: string; readonly below?: string | undefined }) {
  return (
    <span className={styles.titleCell}>
      <span className={styles.title} title={title}>
        {title}
      </span>
      {below !== undefined && (
        <span className={styles.below} title={below}>
          {below}
        </span>
      )}
    </span>
  )
}
