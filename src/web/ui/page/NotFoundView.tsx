import type { ReactNode } from 'react'
import { ButtonLink } from '../Button.tsx'
import { Logo } from '../mark/Logo.tsx'
import { uiStrings } from '../ui.strings.ts'
import styles from './ErrorView.module.css'

interface NotFoundViewProps {
  /** One sentence; a general one is the default. */
  readonly children?: ReactNode
  readonly homeHref?: string
}

export function NotFoundView({ children, homeHref = '/' }: NotFoundViewProps) {
  return (
    <div className={styles.view}>
      <span className={styles.mark}>
        <Logo size={40} />
      </span>
      <h1 className={styles.title}>{uiStrings.notFound}</h1>
      <p className={styles.words}>{children ?? uiStrings.notFoundHint}</p>
      <div className={styles.actions}>
        <ButtonLink href={homeHref}>{uiStrings.back}</ButtonLink>
      </div>
    </div>
  )
}
