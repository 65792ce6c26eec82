import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Project } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { type TextConflict, useGuardedTexts } from '#web/ui/form/use-guarded-texts.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { projectApi } from '../project-api.ts'
import { readProjectAgain } from '../use-project-actions.ts'
import { projectSettingsStrings } from './project-settings.strings.ts'
import styles from './ProjectForms.module.css'

const TextConflicts = lazyPart(() => import('#web/ui/form/TextConflicts.tsx'))

/** Keeps what is being typed when somebody else changes the project. */
export function ProjectGeneralForm({ project, mayEdit }: { readonly project: Project; readonly mayEdit: boolean }) {
  const queries = useQueryClient()
  const texts = useGuardedTexts({ name: project.name, description: project.description })
  const { name, description } = texts.values
  const save = useMutation({
    mutationFn: (body: ReturnType<typeof texts.body>) =>
      projectApi('PATCH /api/projects/:projectId', { params: { projectId: project.id }, body }),
    onSuccess: async () => {
      await readProjectAgain(queries, project.id)
      texts.clear()
    },
  })
  const changed = texts.isChanged
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (changed) save.mutate(texts.body())
  }
  const conflicts = texts.conflictsIn(save.error)
  const choose = (conflict: TextConflict, words: string | null) => {
    const left = texts.choose(conflict, words)
    if (conflicts.length > 1) return
    if (left) save.mutate(left)
    else save.reset()
  }
  return (
    <form className={styles.section} onSubmit={send}>
      <h2>{projectSettingsStrings.general}</h2>
      <TextField
        label={projectSettingsStrings.name}
        value={name}
        required
        maxLength={200}
        readOnly={!mayEdit}
        help={mayEdit ? undefined : projectSettingsStrings.readOnly}
        error={save.error && conflicts.length === 0 ? reasonOf(save.error) : undefined}
        onChange={({ target }) => {
          texts.type('name', target.value)
          save.reset()
        }}
      />
      <TextArea
        label={projectSettingsStrings.description}
        value={description}
        rows={4}
        maxLength={5000}
        readOnly={!mayEdit}
        help={projectSettingsStrings.descriptionHelp}
        onChange={({ target }) => {
          texts.type('description', target.value)
          save.reset()
        }}
      />
      {conflicts.length > 0 && (
        <TextConflicts
          conflicts={conflicts}
          names={{ name: projectSettingsStrings.name, description: projectSettingsStrings.description }}
          isBusy={save.isPending}
          onChoose={choose}
        />
      )}
      {mayEdit && (
        <div className={styles.actions}>
          <Button type="submit" busy={save.isPending} disabled={!changed || name.trim() === ''}>
            {projectSettingsStrings.save}
          </Button>
          <output className={styles.said}>{save.isSuccess && !changed && projectSettingsStrings.saved}</output>
        </div>
      )}
    </form>
  )
}
