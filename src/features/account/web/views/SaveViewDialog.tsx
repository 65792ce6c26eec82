import { type FormEvent, useId, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { MOST_SAVED_VIEWS } from '../../saved-view-limit.ts'
import { savedViewStrings } from './saved-views.strings.ts'

interface SaveViewDialogProps {
  /** Names of the list's views. */
  readonly taken: readonly string[]
  /** Of all lists. */
  readonly total: number
  readonly onSave: (name: string) => void
  readonly onClose: () => void
}

export default function SaveViewDialog({ taken, total, onSave, onClose }: SaveViewDialogProps) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const replaces = taken.includes(name)
  const isFull = total >= MOST_SAVED_VIEWS && !replaces
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isFull) return
    onSave(name)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={savedViewStrings.saveTitle}
      footer={
        <Button tone="primary" type="submit" form={form} disabled={name === '' || isFull}>
          {savedViewStrings.saveButton}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={savedViewStrings.name}
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.target.value)}
          help={replaces ? savedViewStrings.replaces : savedViewStrings.nameHint}
          error={isFull ? text(savedViewStrings.full, { count: MOST_SAVED_VIEWS }) : undefined}
        />
      </form>
    </Dialog>
  )
}
