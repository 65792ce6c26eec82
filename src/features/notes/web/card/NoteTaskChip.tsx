import { SquareCheck } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { stateStrings } from '#web/ui/ui.strings.ts'
import styles from './NoteTaskChip.module.css'
import { noteStrings } from '../notes.strings.ts'

/** A note's task, as shown on its card. */
export interface NoteTask {
  /** `LT-41` */
  readonly number: string
  readonly state: 'todo' | 'doing' | 'fixed' | 'verified'
  /** Null while it is not assigned. */
  readonly assignee: string | null
  readonly onOpen: () => void
}

/** Number, state and assignee of a task; a press opens it. */
export function NoteTaskChip({ task: { number, state, assignee, onOpen } }: { readonly task: NoteTask }) {
  const facts = [number, stateStrings[state], assignee].filter((fact) => fact !== null).join(' · ')
  return (
    <button
      type="button"
      className={styles.task}
      aria-label={text(noteStrings.openTask, { number: facts })}
      onClick={onOpen}
    >
      <Chip tone="outline" icon={SquareCheck}>
        {facts}
      </Chip>
    </button>
  )
}
