import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { Belonging } from '../settings/belonging.ts'
import { projectStrings } from '../projects.strings.ts'
import { projectSettingsStrings } from '../settings/project-settings.strings.ts'
import { firstProjectStrings } from './first-project.strings.ts'
import { useCreateProject } from './use-create-project.ts'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import styles from '../settings/ProjectForms.module.css'

interface NewProjectDialogProps {
  readonly open: boolean
  /** People are invited to it next. */
  readonly invites: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onCreated: (projectId: string) => void
  /** The organization it will belong to, and the fields to choose one. */
  readonly belonging: Belonging
  readonly belongingFields?: ReactNode
}

export default function NewProjectDialog({
  open,
  invites,
  onOpenChange,
  onCreated,
  belonging,
  belongingFields,
}: NewProjectDialogProps) {
  const form = useId()
  const create = useCreateProject()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const change = (next: boolean) => {
    if (next) create.reset()
    onOpenChange(next)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { name, description, ...belonging },
      {
        onSuccess: ({ id }) => {
          setName('')
          setDescription('')
          onOpenChange(false)
          onCreated(id)
        },
      },
    )
  }
  const nameError = create.error instanceof FailedRequest ? create.error.inputErrors['name'] : undefined
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={projectStrings.newProject}
      description={invites ? firstProjectStrings.inviteFirst : projectSettingsStrings.newWords}
      footer={
        <Button type="submit" form={form} tone="primary" busy={create.isPending}>
          {projectSettingsStrings.create}
        </Button>
      }
    >
      <form id={form} onSubmit={send} className={styles.form}>
        <TextField
          label={projectSettingsStrings.name}
          value={name}
          required
          maxLength={200}
          ref={focusAtOnce}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          error={nameError ?? (create.error && reasonOf(create.error))}
        />
        <TextArea
          label={projectSettingsStrings.description}
          value={description}
          rows={3}
          maxLength={5000}
          help={projectSettingsStrings.descriptionHelp}
          onChange={({ target }) => setDescription(target.value)}
        />
        {belongingFields}
      </form>
    </Dialog>
  )
}
