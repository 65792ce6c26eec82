import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { NoteField } from './NoteField.tsx'
import { noteStrings } from './notes.strings.ts'
import styles from './NoteWriter.module.css'

interface NoteWriterProps {
  readonly label: string
  readonly placeholder: string
  readonly begin?: string
  readonly sendLabel: string
  readonly members: readonly Membership[]
  readonly carryOut: (body: string) => Promise<unknown>
  readonly onDone: () => void
}

/** A reply, or a change of what one wrote: open until it is sent or left. */
export function NoteWriter({ label, placeholder, begin = '', sendLabel, members, carryOut, onDone }: NoteWriterProps) {
  const [body, setBody] = useState(begin)
  const send = useMutation({ mutationFn: carryOut, onSuccess: onDone })
  const isReady = body.trim() !== '' && body.trim() !== begin
  const submit = () => isReady && !send.isPending && send.mutate(body.trim())
  return (
    <div className={styles.writer}>
      <div className={styles.box}><NoteField label={label} placeholder={placeholder} value={body} members={members} calls={1} onChange={setBody} onSend={submit} onLeave={onDone} /></div>
      {send.error && <p role="alert" className={styles.error}>{text(noteStrings.failedSend, { reason: reasonOf(send.error) })}</p>}
      <div className={styles.foot}>
        <Button size="small" busy={send.isPending} disabled={!isReady} onClick={submit}>{sendLabel}</Button>
        <Button size="small" tone="quiet" onClick={onDone}>{noteStrings.cancel}</Button>
      </div>
    </div>
  )
}
