import styles from './LevelIcon.module.css'

/** Three bars that stand for sound; they stand still while paused and for readers who want less motion. */
export function LevelIcon({ moving }: { readonly moving: boolean }) {
  return (
    <span className={styles.level} data-moving={moving} aria-hidden>
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
