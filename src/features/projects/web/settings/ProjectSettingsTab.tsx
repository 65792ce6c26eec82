import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { Fragment, useState, type FormEvent } from 'react'
import type { Project } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { type TextConflict, useGuardedTexts } from '#web/ui/form/use-guarded-texts.ts'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { BelongingSection } from './BelongingChoice.tsx'
import { TargetsForm } from './TargetsForm.tsx'
import { projectApi } from '../project-api.ts'
import { projectSettingsPoint } from '../project-points.ts'
import { projectStrings } from '../projects.strings.ts'
import { projectSettingsStrings } from './project-settings.strings.ts'
import { readProjectAgain, useProjectActions } from '../use-project-actions.ts'
import styles from './ProjectForms.module.css'

const TextConflicts = lazyPart(() => import('#web/ui/form/TextConflicts.tsx'))
const DeleteProjectDialog = lazyDialog(() => import('./DeleteProjectDialog.tsx'))

interface ProjectSettingsTabProps {
  readonly project: Project
  readonly onDeleted: () => void | Promise<void>
}

export default function ProjectSettingsTab({ project, onDeleted }: ProjectSettingsTabProps) {
  const added = projectSettingsPoint.useParts(project)
  const actions = useProjectActions()
  const [deleting, setDeleting] = useState(false)
  const mayEdit = atLeast(project.role, projectPolicy['project.edit'])
  const archived = project.archivedAt !== null
  return (
    <div className={styles.settings}>
      <GeneralForm project={project} mayEdit={mayEdit} />
      <TargetsForm key={project.id} project={project} mayEdit={mayEdit} />
      <BelongingSection project={project} />
      {added.map(({ section }, index) => (
        <Fragment key={index}>{section}</Fragment>
      ))}
      {mayEdit && (
        <section className={styles.section}>
          <div className={styles.line}>
            <div>
              <h2>{projectSettingsStrings.archiveTitle}</h2>
              <p className={styles.dim}>
                {archived ? projectSettingsStrings.unarchiveWords : projectSettingsStrings.archiveWords}
              </p>
            </div>
            <Button
              icon={archived ? ArchiveRestore : Archive}
              busy={actions.busy}
              onClick={() => (archived ? actions.unarchive(project) : actions.archive(project))}
            >
              {archived ? projectStrings.unarchive : projectStrings.archive}
            </Button>
          </div>
        </section>
      )}
      {atLeast(project.role, projectPolicy['project.delete']) && (
        <section className={styles.section}>
          <div className={styles.line}>
            <div>
              <h2>{projectSettingsStrings.dangerTitle}</h2>
              <p className={styles.dim}>{projectSettingsStrings.dangerWords}</p>
            </div>
            <Button tone="danger" icon={Trash2} onClick={() => setDeleting(true)}>
              {projectStrings.deleteProject}
            </Button>
          </div>
        </section>
      )}
      {deleting && <DeleteProjectDialog project={project} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </div>
  )
}

/** Keeps what is being typed when somebody else changes the project. */
function GeneralForm({ project, mayEdit }: { readonly project: Project; readonly mayEdit: boolean }) {
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
    if (left && conflicts.length === 1) save.mutate(left)
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
