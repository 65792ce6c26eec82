import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { OrganizationTeam } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { organizationCall } from '../organization-call.ts'
import { organizationWords } from '../organization-words.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { readOrganizationAgain } from '../use-organization-act.ts'
import styles from '../Organization.module.css'

interface TeamDialogProps {
  readonly organizationId: string
  /** The team to rename; if omitted, creates one. */
  readonly team?: OrganizationTeam
  readonly onClose: () => void
}

export default function TeamDialog({ organizationId, team, onClose }: TeamDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(team?.name ?? '')
  const name = typed.trim()
  const save = useMutation({
    mutationFn: (): Promise<unknown> =>
      team
        ? organizationCall('update-team', { teamId: team.id, data: { name, organizationId } })
        : organizationCall('create-team', { organizationId, name }),
    onSuccess: async () => {
      await readOrganizationAgain(queries, organizationId)
      onClose()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '') save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={team ? text(organizationStrings.renameTitle, { name: team.name }) : organizationStrings.newTeam}
      footer={
        <Button type="submit" form={form} tone="primary" busy={save.isPending} disabled={name === ''}>
          {team ? organizationStrings.rename : organizationStrings.createTeam}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={send}>
        <TextField
          label={organizationStrings.teamName}
          value={typed}
          required
          maxLength={200}
          autoComplete="off"
          error={save.error && organizationWords(save.error)}
          onChange={({ target }) => {
            setTyped(target.value)
            save.reset()
          }}
        />
      </form>
    </Dialog>
  )
}
