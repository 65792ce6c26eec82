import { FileText, Image, Mic, Music, Paperclip, RotateCw, X } from 'lucide-react'
import { useRef } from 'react'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import type { AttachmentKind } from '../../attachment-kinds.ts'
import { noteStrings } from '../notes.strings.ts'
import { VoicePlayer } from '../card/VoicePlayer.tsx'
import { attachmentUrl } from './unsent-files.ts'
import type { AttachTray } from './use-attach-tray.ts'
import styles from './AttachTray.module.css'

export const kindIcons = { image: Image, audio: Music, voice: Mic, file: FileText } as const satisfies Record<
  AttachmentKind,
  unknown
>

/** The draft's attachments: uploaded files and uploads in progress. */
export function TrayFiles({ tray }: { readonly tray: AttachTray }) {
  const { files: words } = noteStrings
  if (tray.ready.length + tray.coming.length === 0) return null
  return (
    <ul className={styles.files} aria-label={words.list}>
      {tray.ready.map((file) => {
        const { id, kind, fileName } = file
        return (
          <li key={id} className={styles.file}>
            {kind === 'voice' ? (
              <VoicePlayer file={file} url={attachmentUrl(tray.projectId, id)} name={words.voice} />
            ) : (
              <>
                <Icon of={kindIcons[kind]} size={14} />
                <span className={styles.name}>{fileName}</span>
              </>
            )}
            <IconButton
              size="small"
              icon={X}
              label={text(words.remove, { name: kind === 'voice' ? words.voice : fileName })}
              onClick={() => tray.remove(id)}
            />
          </li>
        )
      })}
      {tray.coming.map(({ key, name, share, problem, isVoice }) => (
        <li key={key} className={styles.file} data-failed={problem !== undefined}>
          <Icon of={isVoice ? Mic : FileText} size={14} />
          <span className={styles.name}>{isVoice ? words.voice : name}</span>
          {problem === undefined ? (
            <>
              <span className={styles.share}>{formatPercent(share)}</span>
              <span className={styles.bar}>
                <Progress share={share} label={text(words.sending, { name })} />
              </span>
            </>
          ) : (
            <>
              <span role="alert" className={styles.problem}>
                {problem}
              </span>
              <IconButton
                size="small"
                icon={RotateCw}
                label={text(words.retry, { name })}
                onClick={() => tray.retry(key)}
              />
            </>
          )}
          <IconButton size="small" icon={X} label={text(words.remove, { name })} onClick={() => tray.remove(key)} />
        </li>
      ))}
    </ul>
  )
}

/** Chooses files of any kind. */
export function AttachButton({ tray }: { readonly tray: AttachTray }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        size="small"
        icon={Paperclip}
        label={noteStrings.files.attach}
        disabled={tray.isFull}
        onClick={() => input.current?.click()}
      />
      <FileInput ref={input} onFiles={(files) => tray.add(files.map(named))} />
    </>
  )
}

export function named(file: File) {
  return { file, fileName: file.name === '' ? 'file' : file.name }
}
