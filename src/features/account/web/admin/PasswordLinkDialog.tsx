import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { sendRequest } from '#web/api/send-request.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { adminStrings } from './admin.strings.ts'

interface PasswordLinkDialogProps {
  readonly userId: string
  readonly name: string
  readonly onClose: () => void
}

/** The link is created when the dialog opens, and not stored. */
export function PasswordLinkDialog({ userId, name, onClose }: PasswordLinkDialogProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['admin', 'password-link', userId],
    queryFn: async () =>
      (await sendRequest({ method: 'POST', url: `/api/admin/users/${userId}/password-link`, body: {} })) as {
        readonly url: string
      },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { private: true },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text(adminStrings.linkTitle, { name })}
      description={adminStrings.linkWords}
      footer={
        <Button tone="primary" onClick={onClose}>
          {adminStrings.done}
        </Button>
      }
    >
      {data ? (
        <CopyField label={adminStrings.link} value={data.url} />
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(adminStrings.personFailed, { name, reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={56} />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
