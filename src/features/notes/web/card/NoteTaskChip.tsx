import { SquareCheck } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { stateStrings } from '#web/ui/ui.strings.ts'
import styles from './NoteTaskChip.module.css'
import { noteStrings } from '../notes.strings.ts'

/** The task a note has become, as far as its card tells of it. */
export interface NoteTask {
  /** `LT-41` */
  readonly number: string
  readonly state: 'todo' | 'doing' | 'fixed' | 'verified'
  /** Null while it is nobody's. */
  readonly assignee: string | null
  readonly onOpen: () => void
}

/** Its number, how far it is, and whose; pressing it leads there. */
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
