import { ArrowRightLeft, LockKeyhole } from 'lucide-react'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { PlacedNote } from '../../note-order.ts'
import type { Note } from '../../notes.contract.ts'
import { aboutWords, directionIcons } from './note-mark-words.ts'
import { noteStrings } from '../notes.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'
import styles from './NoteMarksRow.module.css'

type Marked = Pick<Note, 'section' | 'part' | 'direction' | 'visibility' | 'set'>

/** What a note is about, and who sees it unless everyone does. */
export function NoteChips({ note: { section, part, direction, visibility, set } }: { readonly note: Marked }) {
  const about = aboutWords({ section, part, direction })
  return (
    <>
      {section !== null && <Chip tone="outline">{section}</Chip>}
      {about !== undefined && (
        <Chip tone="outline" {...(direction !== null && { icon: directionIcons[direction] })}>
          {about}
        </Chip>
      )}
      {visibility === 'members' && <Chip icon={LockKeyhole}>{noteStrings.visibilities.members}</Chip>}
      {set && <Chip tone="outline">{text(noteStrings.round, { number: set.roundNumber })}</Chip>}
    </>
  )
}

interface NoteMarksRowProps {
  readonly note: PlacedNote
  readonly model: NotesModel
}

/** Below a note's text: its chips, and the notes that say the opposite. */
export function NoteMarksRow({ note, model }: NoteMarksRowProps) {
  const { section, part, direction, visibility, set } = note
  const against = model.conflicts.get(note.id) ?? []
  if (
    section === null &&
    part === null &&
    direction === null &&
    visibility === 'everyone' &&
    set === null &&
    against.length === 0
  )
    return null
  return (
    <span className={styles.row}>
      <NoteChips note={note} />
      {against.map((other) => (
        <button key={other.id} type="button" className={styles.conflict} onClick={() => model.choose(other)}>
          <Icon of={ArrowRightLeft} size={12} />
          {text(noteStrings.conflict, {
            name: other.authorName ?? noteStrings.someone,
            time: formatPosition(other.place.fromSeconds),
          })}
        </button>
      ))}
    </span>
  )
}
