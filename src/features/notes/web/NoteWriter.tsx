import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Attachment } from '../notes.contract.ts'
import { AttachButton, TrayFiles } from './AttachTray.tsx'
import { NoteField } from './NoteField.tsx'
import { noteStrings } from './notes.strings.ts'
import { useAttachTray } from './use-attach-tray.ts'
import { VoiceButton } from './VoiceButton.tsx'
import styles from './NoteWriter.module.css'

interface NoteWriterProps {
  readonly label: string
  readonly placeholder: string
  readonly begin?: string
  readonly sendLabel: string
  readonly members: readonly Membership[]
  /** Files may be sent with it, for notes of this track. */
  readonly filesOf?: { readonly projectId: string, readonly trackId: string }
  readonly carryOut: (body: string, attachments: readonly Attachment[]) => Promise<unknown>
  readonly onDone: () => void
}

/** A reply, or a change of what one wrote: open until it is sent or left. */
export function NoteWriter({ label, placeholder, begin = '', sendLabel, members, filesOf, carryOut, onDone }: NoteWriterProps) {
  const [body, setBody] = useState(begin)
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const tray = useAttachTray({ projectId: filesOf?.projectId ?? '', trackId: filesOf?.trackId ?? '', ready: files, onReady: setFiles })
  const send = useMutation({ mutationFn: () => carryOut(body.trim(), files), onSuccess: onDone })
  const isReady = (files.length > 0 || (body.trim() !== '' && body.trim() !== begin)) && !tray.isBusy
  const submit = () => isReady && !send.isPending && send.mutate()
  return (
    <div className={styles.writer}>
      <div className={styles.box}><NoteField label={label} placeholder={placeholder} value={body} members={members} calls={1} onChange={setBody} onSend={submit} onLeave={onDone} /></div>
      <TrayFiles tray={tray} />
      {send.error && <p role="alert" className={styles.error}>{text(noteStrings.failedSend, { reason: reasonOf(send.error) })}</p>}
      <div className={styles.foot}>
        <Button size="small" busy={send.isPending} disabled={!isReady} onClick={submit}>{sendLabel}</Button>
        {filesOf && <><AttachButton tray={tray} /><VoiceButton tray={tray} /></>}
        <Button size="small" tone="quiet" onClick={onDone}>{noteStrings.cancel}</Button>
      </div>
    </div>
  )
}
