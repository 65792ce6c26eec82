import { Download } from 'lucide-react'
import { formatBytes } from '#web/i18n/format-size.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { ProjectFile } from '../files.contract.ts'
import { FilePreviewFrame } from './FilePreviewFrame.tsx'
import { fileStrings } from './files.strings.ts'

interface GuestFileDialogProps {
  readonly address: string
  readonly file: ProjectFile
  readonly onDownload: (() => void) | undefined
  readonly onClose: () => void
}

/** A file as guests see it: the preview that members have, without who made it and what they say of it. */
export default function GuestFileDialog({ address, file, onDownload, onClose }: GuestFileDialogProps) {
  return (
    <Dialog
      open
      size="sheet"
      onOpenChange={(open) => !open && onClose()}
      title={file.name}
      aside={`${fileStrings.kinds[file.kind]}, ${formatBytes(file.newest.sizeBytes)}`}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {fileStrings.close}
          </Button>
          {onDownload && (
            <Button tone="primary" icon={Download} onClick={onDownload}>
              {fileStrings.download}
            </Button>
          )}
        </>
      }
    >
      <FilePreviewFrame projectId={address} file={file} version={file.newest} />
    </Dialog>
  )
}
