import { Check, CircleAlert, Equal, MoveHorizontal, TriangleAlert, type LucideIcon } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { isGood, isNeutral, isWrong, noteWords } from './file-note-words.ts'
import type { FileNote } from './upload-plan.ts'
import styles from './FileNotes.module.css'

/** What is worth knowing before a file is sent, the lines under its name. */
export function FileNotes({ notes }: { readonly notes: readonly FileNote[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note.kind} className={styles.note}>
          <Icon
            of={iconOf(note)}
            className={classNames(
              styles.icon,
              isGood(note) ? styles.good : isWrong(note) ? styles.wrong : !isNeutral(note) && styles.careful,
            )}
          />
          {noteWords(note)}
        </li>
      ))}
    </ul>
  )
}

function iconOf(note: FileNote): LucideIcon {
  if (note.kind === 'same') return Equal
  if (note.kind === 'length') return MoveHorizontal
  if (isGood(note)) return Check
  return isWrong(note) ? CircleAlert : TriangleAlert
}
