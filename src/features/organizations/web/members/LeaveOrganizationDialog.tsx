import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Organization } from '#features/organizations/organizations.contract.ts'
import { text } from '#web/i18n/text.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { organizationCall } from '../organization-call.ts'
import { organizationWords } from '../organization-words.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { readBelongingAgain } from '../use-organization-act.ts'

interface LeaveOrganizationDialogProps {
  readonly organization: Organization
  readonly onClose: () => void
  readonly onGone: () => void
}

export default function LeaveOrganizationDialog({
  organization: { id: organizationId, name },
  onClose,
  onGone,
}: LeaveOrganizationDialogProps) {
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => organizationCall('leave', { organizationId }),
    onSuccess: () => {
      toast({ text: text(organizationStrings.left, { name }) })
      // Leave the page first: it would refetch what the user may no longer see.
      onGone()
      return readBelongingAgain(queries)
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text(organizationStrings.leaveTitle, { name })}
      description={organizationStrings.leaveConfirm}
      confirmLabel={text(organizationStrings.leaveIt, { name })}
      cancelLabel={organizationStrings.stay}
      busy={leave.isPending}
      error={leave.error && organizationWords(leave.error)}
      onConfirm={() => leave.mutate()}
    />
  )
}
