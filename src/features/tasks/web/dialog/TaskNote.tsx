import { MessageSquare } from 'lucide-react'
import { trackHref } from '#features/tracks/web/track-links.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Task } from '../../tasks.contract.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskNote.module.css'

interface TaskNoteProps {
  readonly task: Task
  /** Also show what the title already says. */
  readonly whole?: boolean
}

/** The text, author and position of a task's note; links to the note. */
export function TaskNote({ task: { projectId, title, note }, whole = false }: TaskNoteProps) {
  if (!note) return null
  const { fromSeconds: from, toSeconds: to, fixedInNumber } = note
  const values = {
    name: note.authorName ?? taskStrings.someone,
    time: to === null ? formatPosition(from) : `${formatPosition(from)} – ${formatPosition(to)}`,
    number: note.versionNumber,
  }
  const fixed = fixedInNumber === null ? '' : ` · ${text(taskStrings.fixedIn, { number: fixedInNumber })}`
  return (
    <UiLink
      href={trackHref(projectId, note.trackId, { at: from, noteId: note.id })}
      className={styles.note}
      draggable={false}
      title={note.text}
    >
      <span className={styles.where}>
        <Icon of={MessageSquare} size={12} />
        <VisuallyHidden>{taskStrings.noteBy}</VisuallyHidden>
        <span className={styles.line}>
          {text(taskStrings.noteAt, values)}
          {fixed}
        </span>
      </span>
      {(whole || note.text !== title) && <span className={styles.words}>{note.text}</span>}
    </UiLink>
  )
}

/** Lists have space only for its icon. */
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
