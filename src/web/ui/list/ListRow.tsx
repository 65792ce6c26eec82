import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './ListRow.module.css'

interface ListRowProps extends Omit<ComponentProps<'li'>, 'title'> {
  readonly title: ReactNode
  /** At the end of the title's line: version and length. */
  readonly aside?: ReactNode
  readonly below?: ReactNode
  readonly belowAside?: ReactNode
  readonly selected?: boolean
  readonly playing?: boolean
  /** Below both lines: a waveform. */
  readonly children?: ReactNode
}

/** Replaces a table row if there is no space for columns. Goes into a `List`. */
export function ListRow({
  title,
  aside,
  below,
  belowAside,
  selected = false,
  playing = false,
  children,
  className,
  ...item
}: ListRowProps) {
  return (
    <li {...item} className={classNames(styles.row, selected && styles.selected, playing && styles.playing, className)}>
      <div className={styles.line}>
        <span className={styles.title}>{title}</span>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      {(below !== undefined || belowAside !== undefined) && (
        <div className={classNames(styles.line, styles.small)}>
          <span className={styles.below}>{below}</span>
          <span className={styles.belowAside}>{belowAside}</span>
        </div>
      )}
      {children}
    </li>
  )
}

export function List({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  )
}
