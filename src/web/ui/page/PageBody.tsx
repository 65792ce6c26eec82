import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './PageBody.module.css'

interface PageBodyProps {
  /** Without padding and without scrolling of its own: the track page divides the room itself. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** The page under its top bar. The router restores its scroll position by this id. */
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
