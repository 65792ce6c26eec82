import { text } from '#web/i18n/text.ts'
import TextConflicts from '#web/ui/form/TextConflicts.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { stageStrings as words } from '../stages.strings.ts'
import type { NoteConflict } from './use-sheet.ts'

interface CellConflictDialogProps {
  readonly conflict: NoteConflict
  /** Null leaves the other note. */
  readonly onDecide: (words: string | null) => void
}

/** The form of the cell is closed by the time the server answers. */
export default function CellConflictDialog({
  conflict: {
    cell: { stage, track },
    ...texts
  },
  onDecide,
}: CellConflictDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDecide(null)}
      title={text(words.cellTitle, { title: track.title, stage: stage.name })}
      isReadFirst
    >
      <TextConflicts conflicts={[{ field: 'note', ...texts }]} onChoose={(_, chosen) => onDecide(chosen)} />
    </Dialog>
  )
}
