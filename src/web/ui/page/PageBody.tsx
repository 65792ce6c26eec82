import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './PageBody.module.css'

interface PageBodyProps {
  /** No padding, no scrolling: the track page divides the space itself. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** The page below its top bar. The router restores the scroll position by this id. */
export function PageBody({ flush = false, children }: PageBodyProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      data-scroll-restoration-id="page"
      className={classNames(styles.body, flush ? styles.flush : styles.padded)}
    >
      {children}
    </main>
  )
}
