import { MessageSquare, Scissors } from 'lucide-react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { StateChip } from '#web/ui/mark/StateChip.tsx'
import type { PlacedNote } from '../../note-order.ts'
import { plainNote } from '../../note-text.ts'
import { authorOf } from '../card/note-author.ts'
import { carriedLabel } from '../card/carried-words.ts'
import { NoteChips } from '../card/NoteMarksRow.tsx'
import styles from './NotePreview.module.css'

interface NotePreviewProps {
  readonly note: PlacedNote
  readonly members: readonly Membership[]
}

/** A short view of a note, above its pin. */
export function NotePreview({ note, members }: NotePreviewProps) {
  const author = authorOf(note, members)
  const { fromSeconds, toSeconds } = note.place
  return (
    <div className={styles.note}>
      <span className={styles.head}>
        <Avatar person={author} size="small" decorative />
        <span className={styles.name}>{author.name}</span>
        <span className={styles.time}>
          {formatPosition(fromSeconds)}
          {toSeconds !== null && ` – ${formatPosition(toSeconds)}`}
        </span>
      </span>
      <span className={styles.words}>{plainNote(note.body)}</span>
      <span className={styles.facts}>
        <StateChip state={note.state} />
        <NoteChips note={note} />
        {note.place.by === 'cut' && <Chip icon={Scissors}>{carriedLabel(note.place, note.version.number)}</Chip>}
        {note.replies.length > 0 && (
          <span className={styles.replies}>
            <Icon of={MessageSquare} size={12} />
            {note.replies.length}
          </span>
        )}
      </span>
    </div>
  )
}
