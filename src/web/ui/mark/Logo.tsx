import styles from './Logo.module.css'

interface MarkProps {
  /** Pixels. */
  readonly size?: 28 | 32 | 40
}

/** The logo: three bars of a wave, and the pencil stroke that cuts it. Decorative, because the name is beside it. */
export function Logo({ size = 32 }: MarkProps) {
  return (
    <span className={styles.mark} style={{ width: size, height: size }} aria-hidden>
      <svg className={styles.drawing} viewBox="0 0 24 24" fill="none">
        <path d="M4.5 10v4M9 6.5v11M13.5 9v6M20 4l-3.6 16" />
      </svg>
    </span>
  )
}
