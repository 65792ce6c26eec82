import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { Attachment, NoteReply } from '../../notes.contract.ts'
import { kindIcons } from '../composer/AttachTray.tsx'
import { noteStrings } from '../notes.strings.ts'
import { attachmentUrl } from '../composer/unsent-files.ts'
import { VoicePlayer } from './VoicePlayer.tsx'
import styles from './NoteFiles.module.css'

interface NoteFilesProps {
  readonly said: NoteReply
  readonly projectId: string
}

/** Shows pictures, plays recordings, and offers other files for download. */
export default function NoteFiles({ said: { attachments }, projectId }: NoteFilesProps) {
  const pictures = attachments.filter(({ kind }) => kind === 'image')
  const others = attachments.filter(({ kind }) => kind !== 'image')
  return (
    <div className={styles.files}>
      {others.map((file) => (
        <OtherFile key={file.id} file={file} url={attachmentUrl(projectId, file.id)} />
      ))}
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map((file) => (
            <Picture key={file.id} file={file} url={attachmentUrl(projectId, file.id)} />
          ))}
        </div>
      )}
    </div>
  )
}

function OtherFile({ file, url }: { readonly file: Attachment; readonly url: string }) {
  const { kind, fileName, sizeBytes } = file
  if (kind === 'voice') return <VoicePlayer file={file} url={url} name={noteStrings.files.voice} />
  return (
    <div className={styles.file}>
      {kind === 'audio' ? (
        <VoicePlayer file={file} url={url} name={fileName} />
      ) : (
        <Icon of={kindIcons[kind]} size={14} />
      )}
      {kind !== 'audio' && (
        <span className={styles.name} title={fileName}>
          {fileName}
        </span>
      )}
      <span className={styles.size}>{formatBytes(sizeBytes)}</span>
      <a
        href={url}
        download={fileName}
        className={styles.get}
        aria-label={text(noteStrings.files.download, { name: fileName })}
      >
        <Icon of={Download} size={14} />
      </a>
    </div>
  )
}

function Picture({ file: { fileName, sizeBytes }, url }: { readonly file: Attachment; readonly url: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={text(noteStrings.files.open, { name: fileName })}
        onClick={() => setOpen(true)}
      >
        <img src={url} alt="" loading="lazy" decoding="async" />
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sheet"
        title={fileName}
        aside={formatBytes(sizeBytes)}
        footer={
          <a href={url} download={fileName} className={styles.download}>
            <Icon of={Download} />
            {noteStrings.files.downloadShort}
          </a>
        }
      >
        <img src={url} alt={fileName} className={styles.large} />
      </Dialog>
    </>
  )
}
