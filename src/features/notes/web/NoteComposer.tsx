import { useMutation } from '@tanstack/react-query'
import { LocateFixed, X } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { unmadeId } from '#web/outbox/the-outbox.ts'
import { listening } from '#web/player/listening.ts'
import type { NoteDraft } from './note-draft.ts'
import { positionOn } from './note-sound.ts'
import { NoteField } from './NoteField.tsx'
import { noteLater } from './notes.queries.ts'
import { noteStrings } from './notes.strings.ts'
import type { NoteDesk } from './use-note-desk.ts'
import styles from './NoteComposer.module.css'

/** At the panel's foot. The place is taken with the first letter or by C, and can be taken anew. */
export function NoteComposer({ desk }: { readonly desk: NoteDesk }) {
  const { project, trackId, version, heard, draft, calls, setDraft, showList } = desk
  const send = useMutation({
    mutationFn: ({ from, to, body }: NoteDraft) => noteLater('POST /api/projects/:projectId/tracks/:trackId/notes', { params: { projectId: project.id, trackId }, body: { versionId: version.id, fromSeconds: from, toSeconds: to, body: body.trim() } }, { words: body.trim(), makes: unmadeId() }),
    onSuccess: () => {
      setDraft(null)
      leave()
      if (desk.list === 'fixed') showList('open')
    },
  })
  const isReady = draft !== null && draft.body.trim() !== ''
  const submit = () => isReady && !send.isPending && send.mutate(draft)
  const discard = () => {
    send.reset()
    setDraft(null)
  }
  const leaveField = () => {
    if (draft?.body.trim() === '') discard()
    leave()
  }
  return (
    <section className={styles.composer} aria-label={noteStrings.composer}>
      <div className={styles.box}>
        {draft && (
          <div className={styles.place}>
            <TimeButton at={draft.from} {...(draft.to !== null && { until: draft.to })} onSelect={(at) => heard && listening.hear(heard, { at })} />
            <IconButton size="small" icon={LocateFixed} label={noteStrings.takePosition} onClick={() => setDraft({ ...draft, from: positionOn(heard), to: null })} />
            <span className={styles.gap} />
            <IconButton size="small" icon={X} label={noteStrings.discard} onClick={discard} />
          </div>
        )}
        <NoteField label={draft ? `${noteStrings.composer}, ${text(noteStrings.at, { time: formatPosition(draft.from) })}` : noteStrings.composer} placeholder={draft ? noteStrings.placeholderAt : noteStrings.placeholder}
          value={draft?.body ?? ''} members={project.members} calls={calls} onSend={submit} onLeave={leaveField}
          onChange={(body) => setDraft({ ...(draft ?? { from: positionOn(heard), to: null }), body })} />
        {send.error && <p role="alert" className={styles.error}>{text(noteStrings.failedSend, { reason: reasonOf(send.error) })}</p>}
        <div className={styles.foot}>
          <span className={styles.keys} aria-hidden>{draft ? <Kbd>{sendKeys}</Kbd> : <Kbd>C</Kbd>}</span>
          <Button size="small" tone={isReady ? 'primary' : 'plain'} busy={send.isPending} disabled={!isReady} onClick={submit}>{noteStrings.send}</Button>
        </div>
      </div>
    </section>
  )
}

const sendKeys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ ⏎' : 'Ctrl ⏎'

/** Gives the keys back to the page. */
function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
