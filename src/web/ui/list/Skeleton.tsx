import type { ReactNode } from 'react'
import { uiStrings } from '../ui.strings.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** Any CSS length. */
  readonly width?: string | number
  readonly height?: string | number
  readonly round?: boolean
}

/** One bar or block of a loading page. Appears after 200 ms, so that fast answers show none. */
export function Skeleton({ width = '100%', height = 12, round = false }: SkeletonProps) {
  return (
    <span className={styles.block} aria-hidden style={{ width, height, ...(round ? { borderRadius: '50%' } : {}) }} />
  )
}

/** Wraps a group of blocks and announces once that it is loading. */
export function SkeletonGroup({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-busy className={styles.group}>
      <VisuallyHidden>{uiStrings.loading}</VisuallyHidden>
      {children}
    </div>
  )
}
