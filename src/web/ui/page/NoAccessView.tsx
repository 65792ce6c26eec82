import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../mark/Icon.tsx'
import styles from './ErrorView.module.css'

interface NoAccessViewProps {
  readonly title: string
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** For a page that the user may not see, with links onward. Not an error. */
export function NoAccessView({ title, actions, children }: NoAccessViewProps) {
  return (
    <div className={styles.view}>
      <span className={styles.icon}>
        <Icon of={Lock} size={20} />
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.words}>{children}</p>
      <div className={styles.actions}>{actions}</div>
    </div>
  )
}
