import { Skeleton } from './Skeleton.tsx'
import styles from './Skeleton.module.css'

interface SkeletonRowsProps {
  readonly rows?: number
  /** With an avatar or a cover before the text. */
  readonly face?: boolean
  /** Width of the element at the end, in pixels. */
  readonly end?: number
}

/** A loading list: rows with a name, a line below it and an element at the end. */
export function SkeletonRows({ rows = 4, face = false, end = 64 }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, index) => (
    <div key={index} className={styles.row}>
      {face && <Skeleton width={32} height={32} round />}
      <div className={styles.words}>
        <Skeleton width={`${lengths[index % lengths.length]}%`} />
        <Skeleton width="18%" height={10} />
      </div>
      {end > 0 && <Skeleton width={`min(${end}px, 25%)`} />}
    </div>
  ))
}

/** Varies the lengths, because names differ in length. */
const lengths = [34, 52, 28, 44] as const
