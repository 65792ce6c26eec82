import { Check } from 'lucide-react'
import { Icon } from '#web/ui/Icon.tsx'
import { text } from '#web/i18n/text.ts'
import type { VersionChange } from '../tracks.contract.ts'
import { trackStrings } from './tracks.strings.ts'
import styles from './VersionChanges.module.css'

/** What was done in a version, line by line, each with the task it came from. */
export function VersionChanges({
  changes,
  prefix,
}: {
  readonly changes: readonly VersionChange[]
  readonly prefix: string
}) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes} aria-label={trackStrings.changelogField}>
      {changes.map((change, index) => (
        <li key={index} className={styles.change}>
          <Icon of={Check} size={12} />
          <span>{change.text}</span>
          {change.taskNumber !== null && (
            <span className={styles.task} title={text(trackStrings.fromTask, { number: change.taskNumber })}>
              {prefix}-{change.taskNumber}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
