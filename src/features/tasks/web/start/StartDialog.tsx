import { useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { startStrings } from './start.strings.ts'
import styles from './StartDialog.module.css'

interface StartDialogProps {
  readonly title: string
  /** Of the next version. */
  readonly number: number
  /** Open tasks of the track. */
  readonly count: number
  /** Open tasks without a track. */
  readonly projectCount: number
  readonly onStart: (withProjectTasks: boolean) => void
  readonly onClose: () => void
}

/** Asks what to do with the open tasks before the version starts. */
export default function StartDialog({ title, number, count, projectCount, onStart, onClose }: StartDialogProps) {
  const [withProject, setWithProject] = useState(count === 0)
  const start = () => {
    onStart(withProject)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(startStrings.startTitle, { number, title })}
      description={`${text(startStrings.startWords, { count, number })} ${text(startStrings.startLater, { number })}`}
      footer={
        <Button tone="primary" data-autofocus disabled={count === 0 && !withProject} onClick={start}>
          {text(startStrings.start, { number })}
        </Button>
      }
    >
      {projectCount > 0 && (
        <div className={styles.choice}>
          <Checkbox checked={withProject} onCheckedChange={setWithProject}>
            {text(startStrings.withProject, { count: projectCount })}
          </Checkbox>
        </div>
      )}
    </Dialog>
  )
}
