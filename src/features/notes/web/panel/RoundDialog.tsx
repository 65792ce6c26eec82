import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { roundApi } from './rounds.client.ts'
import { roundStrings } from './rounds.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'
import type { NoteRounds } from './use-note-rounds.ts'

interface RoundDialogProps {
  readonly model: NotesModel
  readonly rounds: NoteRounds
  readonly onClose: () => void
}

/** Opens a round on the current version, with or without a closing day. */
export default function RoundDialog({
  model: { project, trackId, version },
  rounds: { nextNumber, readAgain },
  onClose,
}: RoundDialogProps) {
  const [day, setDay] = useState('')
  const start = useMutation({
    mutationFn: () =>
      roundApi('POST /api/projects/:projectId/tracks/:trackId/rounds', {
        params: { projectId: project.id, trackId },
        body: { versionId: version.id, dueAt: endOf(day) },
      }),
    onSuccess: async () => {
      await readAgain()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={text(roundStrings.startTitle, { number: nextNumber, version: version.number })}
      description={roundStrings.startWords}
      footer={
        <Button tone="primary" busy={start.isPending} onClick={() => start.mutate()}>
          {roundStrings.startNow}
        </Button>
      }
    >
      <TextField
        label={roundStrings.deadline}
        help={roundStrings.deadlineHelp}
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
        error={start.error ? text(roundStrings.failed, { reason: reasonOf(start.error) }) : undefined}
      />
    </Dialog>
  )
}

/** In the user's time zone. */
function endOf(day: string): number | null {
  const end = day === '' ? Number.NaN : new Date(`${day}T23:59:59`).getTime()
  return Number.isNaN(end) ? null : end
}
