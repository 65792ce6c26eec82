import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import styles from './ServerSetup.module.css'
import type { SetupStep, SetupStepName } from './setup-steps.ts'
import { setupStrings as strings } from './setup.strings.ts'

interface SetupStepDialogProps {
  readonly step: SetupStep
  readonly onClose: () => void
}

const links: Readonly<Partial<Record<SetupStepName, { readonly href: string; readonly label: string }>>> = {
  mail: { href: '/admin/outbox', label: strings.seeOutbox },
  storage: { href: '/admin/storage', label: strings.seeStorage },
}

/** How it is, why it matters, and the lines to write. */
export default function SetupStepDialog({ step: { name, now, settings }, onClose }: SetupStepDialogProps) {
  const link = links[name]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.steps[name]}
      description={now}
      footer={<Button onClick={onClose}>{strings.close}</Button>}
    >
      <div className={styles.about}>
        <p>{strings.about[name]}</p>
        {settings.map((line) => (
          <CopyField key={line} label={line.slice(0, line.indexOf('='))} value={line} />
        ))}
        <p className={styles.how}>{strings.how}</p>
        {link && (
          <TextLink href={link.href} onClick={onClose}>
            {link.label}
          </TextLink>
        )}
      </div>
    </Dialog>
  )
}
