import { ArrowDown, ArrowUp, PencilLine, type LucideIcon } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import type { NoteDirection, NoteMarks } from '../../note-marks.ts'
import { noteStrings } from '../notes.strings.ts'

export const directionIcons: Readonly<Record<NoteDirection, LucideIcon>> = {
  more: ArrowUp,
  less: ArrowDown,
  change: PencilLine,
}

/** "Vocals, less", or whichever of the two is set. */
export function aboutWords({ part, direction }: NoteMarks): string | undefined {
  if (part === null) return direction === null ? undefined : noteStrings.directions[direction]
  return direction === null
    ? part
    : text(noteStrings.partDirection, { part, direction: noteStrings.directions[direction].toLocaleLowerCase() })
}
