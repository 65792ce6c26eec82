import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Project } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { BelongingFields, type BelongingFieldsProps } from './BelongingFields.tsx'
import styles from './ProjectForms.module.css'
import { type Belonging, belongingOf, sameBelonging } from './belonging.ts'
import { projectApi } from '../project-api.ts'
import { belongingStrings } from '../projects.strings.ts'
import { readProjectAgain } from '../use-project-actions.ts'

interface ProjectBelongingFormProps extends Pick<BelongingFieldsProps, 'organizations' | 'teams'> {
  readonly project: Project
  /** The unsaved choice; null if there is none. */
  readonly chosen: Belonging | null
  readonly onChoose: (chosen: Belonging | null) => void
}

/** Moves a project into or out of an organization, and sets its members' role. */
export function ProjectBelongingForm({ project, chosen, onChoose, organizations, teams }: ProjectBelongingFormProps) {
  const queries = useQueryClient()
  const now = belongingOf(project)
  const value = chosen ?? now
  const changed = !sameBelonging(value, now)
  const mayChange = project.role === 'owner'
  const save = useMutation({
    mutationFn: () =>
      projectApi('PATCH /api/projects/:projectId', {
        params: { projectId: project.id },
        body: value.organizationId === null ? { organizationId: null } : value,
      }),
    onSuccess: async () => {
      await readProjectAgain(queries, project.id)
      onChoose(null)
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (changed) save.mutate()
  }
  return (
    <form className={styles.section} onSubmit={send}>
      <h2>{belongingStrings.heading}</h2>
      <p className={styles.dim}>{mayChange ? belongingStrings.words : belongingStrings.onlyOwners}</p>
      <BelongingFields
        value={value}
        disabled={!mayChange}
        {...{ organizations, teams }}
        onChange={(next) => {
          onChoose(next)
          save.reset()
        }}
      />
      {save.error && (
        <p role="alert" className={styles.wrong}>
          {reasonOf(save.error)}
        </p>
      )}
      {mayChange && (
        <div className={styles.actions}>
          <Button type="submit" busy={save.isPending} disabled={!changed}>
            {belongingStrings.save}
          </Button>
          <output className={styles.said}>{save.isSuccess && !changed && belongingStrings.saved}</output>
        </div>
      )}
    </form>
  )
}
