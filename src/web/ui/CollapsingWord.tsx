import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './CollapsingWord.module.css'

interface CollapsingWordProps {
  /** The windows in which it shows. */
  readonly on: 'beyondPhones' | 'beyondTablets'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The word of a button whose icon has to do in a narrow window. Screen readers read it in any. */
export function CollapsingWord({ on, className, children }: CollapsingWordProps) {
  return <span className={classNames(styles[on], className)}>{children}</span>
}
