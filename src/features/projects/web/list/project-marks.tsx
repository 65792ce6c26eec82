import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { formatDueDay, isOverdue } from '#web/i18n/due-day.ts'
import { text } from '#web/i18n/text.ts'
import { projectStrings } from '../projects.strings.ts'
import styles from './ProjectMarks.module.css'

/** After a project's name: there is something in the inbox about it. */
export function UnreadDot({ count }: { readonly count: number }) {
  if (count === 0) return null
  const words = text(projectStrings.unread, { count })
  return <span className={styles.unread} role="img" aria-label={words} title={words} />
}

/** When the next of its open tasks is due. */
export function NextDue({
  project: { nextDueOn },
  inColumn = false,
}: {
  readonly project: Pick<ProjectCard, 'nextDueOn'>
  /** Its header says what the day means. */
  readonly inColumn?: boolean
}) {
  if (nextDueOn === null) return null
  const isLate = isOverdue(nextDueOn)
  const day = formatDueDay(nextDueOn)
  const message = isLate ? projectStrings.overdue : projectStrings.due
  return (
    <span className={styles.due} data-late={isLate}>
      {inColumn && !isLate ? day : text(message, { day })}
    </span>
  )
}
