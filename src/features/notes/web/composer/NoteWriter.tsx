import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Attachment } from '../../notes.contract.ts'
import { AttachButton, TrayFiles } from './AttachTray.tsx'
import { NoteField } from './NoteField.tsx'
import styles from './NoteWriter.module.css'
import { VoiceButton } from './VoiceButton.tsx'
import { noteStrings } from '../notes.strings.ts'
import type { Writing } from '../card/reply-drafts.ts'
import { useAttachTray } from './use-attach-tray.ts'
import { useSending } from './use-sending.ts'
import { useVoice } from './use-voice.ts'

interface NoteWriterProps {
  readonly writing: Writing
  readonly onChange: (what: (writing: Writing) => Partial<Writing>) => void
  readonly label: string
  readonly placeholder: string
  readonly sendLabel: string
  readonly members: readonly Membership[]
  /** Allows attachments. */
  readonly withFiles?: boolean
  readonly carryOut: (body: string, attachments: readonly Attachment[]) => Promise<unknown>
  readonly onDone: () => void
}

/** A reply or an edit: open until it is sent or cancelled. */
export function NoteWriter({
  writing,
  onChange,
  label,
  placeholder,
  sendLabel,
  members,
  withFiles = false,
  carryOut,
  onDone,
}: NoteWriterProps) {
  const { begin, body, attachments, isCalled, files } = writing
  const tray = useAttachTray({
    files,
    ready: attachments,
    onReady: (change) => onChange((before) => ({ attachments: change(before.attachments) })),
  })
  const send = useMutation({ mutationFn: () => carryOut(body.trim(), attachments), onSuccess: onDone })
  const voice = useVoice(tray)
  const says = attachments.length > 0 || (body.trim() !== '' && body.trim() !== begin)
  const writer = useRef<HTMLDivElement>(null)
  useStayInSight(writer)
  const sending = useSending({ tray, voice, saysSomething: says, onSend: () => !send.isPending && send.mutate() })
  const maySend = says || voice.recording !== undefined || tray.isBusy
  return (
    // Catches the keys of its controls.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={writer} className={styles.writer} data-writer onKeyDown={sending.onKeyDown}>
      <div className={styles.box}>
        <NoteField
          label={label}
          placeholder={placeholder}
          value={body}
          members={members}
          calls={isCalled ? 1 : 0}
          onCalled={() => onChange(() => ({ isCalled: false }))}
          onChange={(words) => onChange(() => ({ body: words }))}
          onSend={sending.submit}
          onLeave={onDone}
        />
      </div>
      <TrayFiles tray={tray} />
      {send.error && (
        <p role="alert" className={styles.error}>
          {text(noteStrings.failedSend, { reason: reasonOf(send.error) })}
        </p>
      )}
      <div className={styles.foot}>
        <Button size="small" busy={send.isPending || sending.isWaiting} disabled={!maySend} onClick={sending.submit}>
          {sendLabel}
        </Button>
        {withFiles && (
          <>
            <AttachButton tray={tray} />
            <VoiceButton tray={tray} voice={voice} />
          </>
        )}
        <Button size="small" tone="quiet" onClick={onDone}>
          {noteStrings.cancel}
        </Button>
      </div>
    </div>
  )
}

/** While it has the focus, keeps it in view, above all its foot: as it grows, and when an on-screen keyboard opens. */
function useStayInSight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current
    if (!box) return undefined
    const look = () => {
      if (!box.contains(document.activeElement)) return
      box.scrollIntoView({ block: 'nearest' })
      box.lastElementChild?.scrollIntoView({ block: 'nearest' })
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(box)
    const scroller = box.closest('[data-scroller]')
    if (scroller) sized.observe(scroller)
    return () => sized.disconnect()
  }, [element])
}
