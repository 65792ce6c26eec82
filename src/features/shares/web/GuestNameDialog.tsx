import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import styles from './Guest.module.css'
import { guestStrings } from './guest.strings.ts'
import { shareApi } from './shares.client.ts'

interface GuestNameDialogProps {
  readonly address: string
  readonly suggested: string | null
  readonly onNamed: (name: string) => void
  readonly onClose: () => void
}

/** Asked once, before the first note. */
export default function GuestNameDialog({ address, suggested, onNamed, onClose }: GuestNameDialogProps) {
  const form = useId()
  const [name, setName] = useState(suggested ?? '')
  const say = useMutation({
    mutationFn: () =>
      shareApi('PUT /api/projects/:projectId/guest', { params: { projectId: address }, body: { name: name.trim() } }),
    onSuccess: () => onNamed(name.trim()),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !say.isPending) say.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={guestStrings.nameTitle}
      description={guestStrings.nameWords}
      footer={
        <Button type="submit" form={form} tone="primary" busy={say.isPending} disabled={name.trim() === ''}>
          {guestStrings.nameGo}
        </Button>
      }
    >
      <form id={form} onSubmit={send} className={styles.form}>
        <TextField
          label={guestStrings.name}
          value={name}
          maxLength={200}
          autoComplete="name"
          error={say.error ? text(guestStrings.nameFailed, { reason: reasonOf(say.error) }) : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  )
}
