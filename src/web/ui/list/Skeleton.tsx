import type { ReactNode } from 'react'
import { uiStrings } from '../ui.strings.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** Any CSS length; the shape of what comes. */
  readonly width?: string | number
  readonly height?: string | number
  readonly round?: boolean
}

/** One bar or block of a page that is on its way. Appears after 200 ms, so quick answers show none. */
export function Skeleton({ width = '100%', height = 12, round = false }: SkeletonProps) {
  return (
    <span className={styles.block} aria-hidden style={{ width, height, ...(round ? { borderRadius: '50%' } : {}) }} />
  )
}

/** Around a group of blocks: says once that it is loading. */
export function SkeletonGroup({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-busy className={styles.group}>
      <VisuallyHidden>{uiStrings.loading}</VisuallyHidden>
      {children}
    </div>
  )
}
