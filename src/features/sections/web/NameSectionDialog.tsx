import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { markMost, noteSections } from '#features/notes/note-marks.ts'
import { noteApi } from '#features/notes/web/notes.client.ts'
import type { Seconds } from '#shared/units.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatTenths } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { sectionStrings as strings } from './sections.strings.ts'
import styles from './NameSectionDialog.module.css'

interface NameSectionDialogProps {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
  readonly range: { readonly from: Seconds; readonly to: Seconds }
  readonly onNamed: () => void
  readonly onClose: () => void
}

/** Names a range: a note that says only the name. */
export default function NameSectionDialog(props: NameSectionDialogProps) {
  const { projectId, trackId, versionId, range, onNamed, onClose } = props
  const form = useId()
  const [name, setName] = useState('')
  const [isAsked, setAsked] = useState(false)
  const section = name.trim()
  const saving = useMutation({
    mutationFn: () =>
      noteApi('POST /api/projects/:projectId/tracks/:trackId/notes', {
        params: { projectId, trackId },
        body: { versionId, fromSeconds: range.from, toSeconds: range.to, body: section, section },
      }),
    onSuccess: () => {
      onNamed()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (section !== '' && !saving.isPending) saving.mutate()
  }
  const error = saving.error
    ? text(strings.notSaved, { reason: reasonOf(saving.error) })
    : isAsked && section === ''
      ? strings.nameMissing
      : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(strings.nameTitle, { range: `${formatTenths(range.from)} – ${formatTenths(range.to)}` })}
      description={strings.nameWords}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button tone="primary" type="submit" form={form} disabled={saving.isPending}>
            {strings.save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={strings.name}
          value={name}
          maxLength={markMost}
          onChange={(event) => setName(event.target.value)}
          {...(error !== undefined && { error })}
          data-autofocus
        />
        <div className={styles.usual} role="group" aria-label={strings.usual}>
          {noteSections.map((one) => (
            <Button key={one} size="small" onClick={() => setName(one)}>
              {one}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  )
}
