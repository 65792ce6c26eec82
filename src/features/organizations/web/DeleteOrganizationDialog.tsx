import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { Organization } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './Organization.module.css'
import { organizationCall } from './organization-call.ts'
import { organizationWords } from './organization-words.ts'
import { organizationStrings } from './organizations.strings.ts'
import { readBelongingAgain } from './use-organization-act.ts'

interface DeleteOrganizationDialogProps {
  readonly organization: Organization
  readonly onClose: () => void
  readonly onGone: () => void
}

/** This cannot be undone, so the user types the name. */
export default function DeleteOrganizationDialog({
  organization: { id: organizationId, name, memberCount },
  onClose,
  onGone,
}: DeleteOrganizationDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const end = useMutation({
    mutationFn: () => organizationCall('delete', { organizationId }),
    onSuccess: () => {
      toast({ text: text(organizationStrings.deleted, { name }) })
      onGone()
      return readBelongingAgain(queries)
    },
  })
  const same = typed.trim() === name
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (same) end.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text(organizationStrings.deleteTitle, { name })}
      description={text(organizationStrings.deleteConfirm, { count: memberCount })}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {organizationStrings.keepTeam}
          </Button>
          <Button type="submit" form={form} tone="danger" disabled={!same} busy={end.isPending}>
            {organizationStrings.delete}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={send}>
        <TextField
          label={text(organizationStrings.typeName, { name })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          error={end.error && organizationWords(end.error)}
          onChange={({ target }) => {
            setTyped(target.value)
            end.reset()
          }}
        />
      </form>
    </Dialog>
  )
}
