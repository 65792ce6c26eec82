import type { Project } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { projectStrings } from '../projects.strings.ts'
import { projectSettingsStrings } from './project-settings.strings.ts'
import { useProjectActions } from '../use-project-actions.ts'

interface DeleteProjectDialogProps {
  readonly project: Pick<Project, 'id' | 'name'>
  readonly onClose: () => void
  /** Leaves a page that shows the project. */
  readonly onDeleted?: () => void | Promise<void>
}

export default function DeleteProjectDialog({ project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const actions = useProjectActions()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text(projectSettingsStrings.deleteTitle, { name: project.name })}
      description={projectSettingsStrings.deleteWords}
      confirmLabel={projectStrings.deleteProject}
      cancelLabel={projectSettingsStrings.keep}
      busy={actions.busy}
      onConfirm={() =>
        actions.remove(project, () => {
          onClose()
          return onDeleted?.()
        })
      }
    />
  )
}
