import { CloudUpload } from 'lucide-react'
import { Icon } from '#web/ui/mark/Icon.tsx'
import styles from './Outbox.module.css'
import { unsentStrings } from './unsent.strings.ts'

/** Marks an item that exists only in this browser. It appears with a delay, because most are sent sooner. */
export function UnsentSign() {
  return (
    <span className={styles.unsent}>
      <Icon of={CloudUpload} size={12} />
      {unsentStrings.unsent}
    </span>
  )
}
