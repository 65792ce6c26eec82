import { MessageSquare } from 'lucide-react'
import { trackHref } from '#features/tracks/web/track-links.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import type { Task } from '../../tasks.contract.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskNoteSign.module.css'

/** A link to a task's note. */
export function TaskNoteSign({ task: { projectId, note } }: { readonly task: Task }) {
  if (!note) return null
  const label = text(taskStrings.toNote, {
    name: note.authorName ?? taskStrings.someone,
    time: formatPosition(note.fromSeconds),
    number: note.versionNumber,
  })
  return (
    <UiLink
      href={trackHref(projectId, note.trackId, { at: note.fromSeconds, noteId: note.id })}
      className={styles.sign}
      draggable={false}
      aria-label={label}
      title={note.text}
    >
      <Icon of={MessageSquare} size={14} />
    </UiLink>
  )
}
