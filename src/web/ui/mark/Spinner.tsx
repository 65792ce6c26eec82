import { classNames } from '../class-names.ts'
import styles from './Spinner.module.css'

interface SpinnerProps {
  /** Pixels. */
  readonly size?: 14 | 20 | 32
  /** What is in progress, for screen readers. Omit it if text beside it says so. */
  readonly label?: string
  readonly className?: string | undefined
}

export function Spinner({ size = 14, label, className }: SpinnerProps) {
  return (
    <svg
      className={classNames(styles.spinner, className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <circle className={styles.track} cx="8" cy="8" r="6.5" />
      <path className={styles.hand} d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" />
    </svg>
  )
}
