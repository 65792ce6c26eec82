import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { Stage } from '../../stages.contract.ts'
import { sheetQuery, stageApi } from '../stages.client.ts'
import { stageStrings as strings } from '../stages.strings.ts'

interface StageNameDialogProps {
  readonly projectId: string
  /** To rename; if undefined, adds one. */
  readonly stage: Stage | undefined
  readonly onClose: () => void
}

export function StageNameDialog({ projectId, stage, onClose }: StageNameDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const [name, setName] = useState(stage?.name ?? '')
  const save = useMutation({
    mutationFn: async (named: string) => {
      if (!stage)
        await stageApi('POST /api/projects/:projectId/stages', { params: { projectId }, body: { names: [named] } })
      else
        await stageApi('PATCH /api/projects/:projectId/stages/:stageId', {
          params: { projectId, stageId: stage.id },
          body: { name: named },
        })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sheetQuery(projectId).queryKey })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !save.isPending) save.mutate(name.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stage ? text(strings.renameTitle, { name: stage.name }) : strings.addTitle}
      footer={
        <Button tone="primary" type="submit" form={form} busy={save.isPending} disabled={name.trim() === ''}>
          {stage ? strings.save : strings.add}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={strings.name}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.target.value)}
          error={save.error && text(stage ? strings.saveFailed : strings.addFailed, { reason: reasonOf(save.error) })}
        />
      </form>
    </Dialog>
  )
}
