import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { VersionStart } from '../../version-starts.contract.ts'
import { startStrings } from './start.strings.ts'
import { StartChecklist } from './StartChecklist.tsx'

interface StartViewProps {
  readonly project: ProjectDetails
  readonly start: VersionStart
  readonly title: string
  readonly onUpload?: ((trackId: string) => void) | undefined
  readonly onClose: () => void
}

export default function StartView({ project, start, title, onUpload, onClose }: StartViewProps) {
  return (
    <Dialog
      open
      size="sheet"
      onOpenChange={(open) => !open && onClose()}
      title={text(startStrings.title, { number: start.number, title })}
    >
      <StartChecklist project={project} start={start} onUpload={onUpload} />
    </Dialog>
  )
}
