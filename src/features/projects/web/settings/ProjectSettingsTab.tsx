import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Project } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast } from '#shared/roles.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { BelongingSection } from './BelongingChoice.tsx'
import { TargetsForm } from './TargetsForm.tsx'
import { ProjectGeneralForm } from './ProjectGeneralForm.tsx'
import { projectSettingsPoint } from '../project-points.ts'
import { projectStrings } from '../projects.strings.ts'
import { projectSettingsStrings } from './project-settings.strings.ts'
import { useProjectActions } from '../use-project-actions.ts'
import styles from './ProjectForms.module.css'

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
      <ProjectGeneralForm project={project} mayEdit={mayEdit} />
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
