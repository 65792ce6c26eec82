import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { SecretShown } from './SecretShown.tsx'
import { webhookStrings as strings } from './webhooks.strings.ts'

interface SecretDialogProps {
  readonly name: string
  readonly ask: () => Promise<{ readonly secret: string }>
  readonly onClose: () => void
}

/** Replaces a secret. */
export default function SecretDialog({ name, ask, onClose }: SecretDialogProps) {
  const rotate = useMutation({ mutationFn: ask })
  if (rotate.data) return <SecretShown secret={rotate.data.secret} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      tone="primary"
      title={text(strings.rotateTitle, { name })}
      description={strings.rotateWords}
      confirmLabel={strings.rotateGo}
      cancelLabel={strings.cancel}
      busy={rotate.isPending}
      error={rotate.error && text(strings.actionFailed, { reason: reasonOf(rotate.error) })}
      onConfirm={() => rotate.mutate()}
    />
  )
}
