import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../mark/Icon.tsx'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  readonly title: string
  readonly icon?: LucideIcon
  /** One sentence. */
  readonly children?: ReactNode
  /** One action. */
  readonly action?: ReactNode
}

export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={styles.icon}>
          <Icon of={icon} size={20} />
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.words}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
