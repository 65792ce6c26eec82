import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { webhookStrings as strings } from './webhooks.strings.ts'

/** Shows a secret once. */
export function SecretShown({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={strings.secretTitle}
      description={strings.secretWords}
      footer={
        <Button tone="primary" onClick={onClose}>
          {strings.done}
        </Button>
      }
    >
      <CopyField label={strings.secret} help={strings.secretHelp} value={secret} />
    </Dialog>
  )
}
