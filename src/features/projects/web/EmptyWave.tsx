import styles from './ProjectListEmpty.module.css'

const bars = [
  5, 6, 6, 7, 6, 7, 8, 6, 9, 8, 12, 14, 12, 17, 13, 19, 16, 15, 12, 22, 38, 26, 21, 30, 25, 35, 44, 31, 40, 33, 52, 36,
  28, 38, 24, 33, 22, 25, 21, 23, 34, 19, 9, 7, 8, 6, 7, 5, 6, 4, 4,
] as const
const played = 17
const heightPx = 88

/** A short wave, played a little way: decoration of an empty page. */
export function EmptyWave() {
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${bars.length * 6} ${heightPx}`}
      width={bars.length * 6}
      height={heightPx}
      aria-hidden
    >
      {bars.map((bar, index) => (
        <rect
          key={index}
          x={index * 6}
          y={(heightPx - bar * 1.6) / 2}
          width={3}
          height={bar * 1.6}
          className={index < played ? styles.played : styles.ahead}
        />
      ))}
    </svg>
  )
}
