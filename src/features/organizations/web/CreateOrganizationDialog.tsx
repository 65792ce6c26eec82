import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import styles from './Organization.module.css'
import { organizationCall } from './organization-call.ts'
import { organizationWords } from './organization-words.ts'
import { organizationStrings } from './organizations.strings.ts'
import { slugFor } from './slug.ts'
import { readBelongingAgain } from './use-organization-act.ts'
import { useSlugCheck } from './use-slug-check.ts'

interface CreateOrganizationDialogProps {
  readonly onClose: () => void
  readonly onCreated: (organizationId: string) => void
}

/** The URL name is derived from the name until the user edits it. */
export default function CreateOrganizationDialog({ onClose, onCreated }: CreateOrganizationDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [typedSlug, setSlug] = useState<string | null>(null)
  const slug = typedSlug ?? slugFor(name)
  const { problem, help } = useSlugCheck(slug)
  const create = useMutation({
    mutationFn: () => organizationCall('create', { name: name.trim(), slug }),
    onSuccess: async ({ id }) => {
      await readBelongingAgain(queries)
      onClose()
      onCreated(id)
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null && name.trim() !== '') create.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={organizationStrings.create}
      description={organizationStrings.createWords}
      footer={
        <Button
          type="submit"
          form={form}
          tone="primary"
          busy={create.isPending}
          disabled={name.trim() === '' || slug === '' || problem !== null}
        >
          {organizationStrings.createIt}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={send}>
        {create.error && (
          <p role="alert" className={styles.wrong}>
            {organizationWords(create.error)}
          </p>
        )}
        <TextField
          label={organizationStrings.name}
          value={name}
          required
          maxLength={200}
          autoComplete="organization"
          onChange={({ target }) => {
            setName(target.value)
            create.reset()
          }}
        />
        <TextField
          label={organizationStrings.slug}
          value={slug}
          required
          maxLength={50}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          help={help}
          error={problem}
          onChange={({ target }) => {
            setSlug(target.value)
            create.reset()
          }}
        />
      </form>
    </Dialog>
  )
}
