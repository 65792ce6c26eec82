import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { webhookStrings as words } from './webhooks.strings.ts'

/** Shows a secret once. */
export function SecretShown({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={words.secretTitle}
      description={words.secretWords}
      footer={
        <Button tone="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <CopyField label={words.secret} help={words.secretHelp} value={secret} />
    </Dialog>
  )
}
