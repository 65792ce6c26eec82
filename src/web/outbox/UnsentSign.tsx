import { CloudUpload } from 'lucide-react'
import { Icon } from '#web/ui/mark/Icon.tsx'
import styles from './Outbox.module.css'
import { outboxStrings } from './outbox.strings.ts'

/** Beside what only this browser knows. It appears with a delay: most are there before. */
export function UnsentSign() {
  return (
    <span className={styles.unsent}>
      <Icon of={CloudUpload} size={12} />
      {outboxStrings.unsent}
    </span>
  )
}
