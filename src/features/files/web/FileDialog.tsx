import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { FileVersion, ProjectFile } from '../files.contract.ts'
import type { FileMenuContext } from './file-entries.ts'
import { factsWords } from './file-facts-words.ts'
import styles from './FileDialog.module.css'
import { FilePreviewFrame } from './FilePreviewFrame.tsx'
import { belongsTo, FileAudienceMark } from './FileMarks.tsx'
import { FileVersionRows } from './FileVersionRows.tsx'
import { fileStrings } from './files.strings.ts'

interface FileDialogProps {
  readonly context: FileMenuContext
  readonly file: ProjectFile
  readonly onClose: () => void
}

/** A file to look at: its preview if it has one, and its versions. */
export default function FileDialog({ context, file, onClose }: FileDialogProps) {
  const [chosen, setChosen] = useState<FileVersion | null>(null)
  const version = chosen ?? file.newest
  const { onDownload } = context
  return (
    <Dialog
      open
      size="sheet"
      onOpenChange={(open) => !open && onClose()}
      title={file.name}
      aside={[fileStrings.kinds[file.kind], formatBytes(version.sizeBytes), factsWords(version.facts)]
        .filter((words) => words !== '')
        .join(', ')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {fileStrings.close}
          </Button>
          {onDownload && (
            <Button tone="primary" icon={Download} onClick={() => onDownload(file, version)}>
              {version.number === file.versionCount
                ? fileStrings.download
                : text(fileStrings.downloadVersion, { number: version.number, name: file.name })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <FilePreviewFrame key={version.id} projectId={context.project.id} file={file} version={version} />
        <p className={styles.facts}>
          <span>{belongsTo(context, file)}</span>
          <FileAudienceMark audience={file.audience} />
          {version.number !== file.versionCount && (
            <span>{text(fileStrings.olderShown, { number: version.number })}</span>
          )}
        </p>
        {version.note !== '' && <p className={styles.note}>{version.note}</p>}
        <FileVersionRows context={context} file={file} onShow={setChosen} shownId={version.id} />
      </div>
    </Dialog>
  )
}
