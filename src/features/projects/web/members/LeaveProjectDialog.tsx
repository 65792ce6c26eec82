import type { Project } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { memberStrings } from './members.strings.ts'

interface LeaveProjectDialogProps {
  readonly project: Project
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

export default function LeaveProjectDialog({ project, busy, onClose, onConfirm }: LeaveProjectDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text(memberStrings.leaveTitle, { project: project.name })}
      description={memberStrings.leaveWords}
      confirmLabel={memberStrings.leave}
      cancelLabel={memberStrings.stay}
      busy={busy}
      onConfirm={onConfirm}
    />
  )
}
