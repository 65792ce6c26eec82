import { classNames } from '../class-names.ts'
import styles from './Progress.module.css'

interface ProgressProps {
  /** 0..1, or `null` if the duration is unknown. */
  readonly share: number | null
  /** Going is yellow, stopped red, done green; a gauge shows a level, not progress. Text beside it says the same. */
  readonly state?: 'going' | 'stopped' | 'done' | 'gauge' | 'gauge-high' | 'gauge-full'
  readonly label: string
}

export function Progress({ share, state = 'going', label }: ProgressProps) {
  const width = share === null ? undefined : `${Math.min(1, Math.max(0, share)) * 100}%`
  const percent = share === null ? undefined : Math.floor(Math.min(1, Math.max(0, share)) * 100)
  const gauge = state.startsWith('gauge')
  return (
    <div
      className={styles.bar}
      role={gauge ? 'meter' : 'progressbar'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={classNames(styles.fill, styles[state], share === null && styles.unknown)} style={{ width }} />
    </div>
  )
}
