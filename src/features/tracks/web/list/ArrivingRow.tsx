import { Upload } from 'lucide-react'
import { TableCell, TableRow, TableTitle } from '#web/ui/list/Table.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { TrackArrival } from '../track-points.ts'
import styles from './ArrivingRow.module.css'

interface ArrivingRowProps {
  readonly arrival: TrackArrival
  readonly columns: number
}

/** A track that is there once its file is. */
export function ArrivingRow({ arrival: { title, bar, words }, columns }: ArrivingRowProps) {
  return (
    <TableRow className={styles.row}>
      <TableCell className={styles.sign}>
        <Icon of={Upload} size={14} />
      </TableCell>
      <TableCell>
        <TableTitle title={title} />
      </TableCell>
      <TableCell colSpan={columns - 2}>
        <span className={styles.progress}>
          {bar}
          <span className={styles.words}>{words}</span>
        </span>
      </TableCell>
    </TableRow>
  )
}

/** The same in a phone's list. */
export function ArrivingItem({ arrival: { title, bar, words } }: Pick<ArrivingRowProps, 'arrival'>) {
  return (
    <li className={styles.item}>
      <span className={styles.title}>{title}</span>
      {bar}
      <span className={styles.words}>{words}</span>
    </li>
  )
}
