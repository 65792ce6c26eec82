import type { ReactNode } from 'react'
import styles from './Login.module.css'

interface LoginHeadingProps {
  readonly title: string
  readonly children?: ReactNode
}

export function LoginHeading({ title, children }: LoginHeadingProps) {
  return (
    <header className={styles.heading}>
      <h1>{title}</h1>
      {children !== undefined && children !== null && <div className={styles.dim}>{children}</div>}
    </header>
  )
}
