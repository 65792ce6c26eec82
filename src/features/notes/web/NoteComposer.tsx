import { useMutation } from '@tanstack/react-query'
import { LocateFixed, X } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { listening } from '#web/player/listening.ts'
import { newDraft, type NoteDraft } from './note-draft.ts'
import { positionOn } from './note-sound.ts'
import { NoteField } from './NoteField.tsx'
import { NoteMarksPicker } from './NoteMarksPicker.tsx'
import { noteApi } from './notes.queries.ts'
import { noteStrings } from './notes.strings.ts'
import { roundApi } from './rounds.queries.ts'
import { roundStrings } from './rounds.strings.ts'
import type { NoteDesk } from './use-note-desk.ts'
import type { NoteRounds } from './use-note-rounds.ts'
import { VisibilityMenu } from './VisibilityMenu.tsx'
import styles from './NoteComposer.module.css'

/** At the panel's foot. The place is taken with the first letter or by C, and can be taken anew. */
export function NoteComposer({ desk, rounds: { here, readAgain } }: { readonly desk: NoteDesk, readonly rounds: NoteRounds }) {
  const { project, trackId, version, heard, draft, calls, setDraft, actions, showList } = desk
  const send = useMutation({
    mutationFn: ({ from, to, body, ...about }: NoteDraft) => noteApi('POST /api/projects/:projectId/tracks/:trackId/notes', { params: { projectId: project.id, trackId }, body: { versionId: version.id, fromSeconds: from, toSeconds: to, body: body.trim(), ...about } }),
    onSuccess: async ({ id }) => {
      setDraft(null)
      leave()
      if (desk.list === 'fixed') showList('open')
      await actions.readAgain(id)
    },
  })
  const keep = useMutation({
    mutationFn: ({ from, to, body, ...about }: NoteDraft) => roundApi('POST /api/projects/:projectId/rounds/:roundId/drafts', { params: { projectId: project.id, roundId: here?.id ?? '' }, body: { fromSeconds: from, toSeconds: to, body: body.trim(), ...about } }),
    onSuccess: async () => {
      setDraft(null)
      leave()
      await readAgain()
    },
  })
  const mayKeep = here !== undefined && here.closedAt === null
  const isReady = draft !== null && draft.body.trim() !== ''
  const submit = () => isReady && !send.isPending && !keep.isPending && send.mutate(draft)
  const discard = () => {
    send.reset()
    keep.reset()
    setDraft(null)
  }
  const leaveField = () => {
    if (draft?.body.trim() === '') discard()
    leave()
  }
  return (
    <section className={styles.composer} aria-label={noteStrings.composer}>
      <div className={styles.box} data-writing={draft !== null || undefined}>
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
          onChange={(body) => setDraft({ ...(draft ?? newDraft(positionOn(heard))), body })} />
        {draft && <NoteMarksPicker marks={draft} usedParts={desk.facets.parts} onChange={(change) => setDraft({ ...draft, ...change })} />}
        {send.error && <p role="alert" className={styles.error}>{text(noteStrings.failedSend, { reason: reasonOf(send.error) })}</p>}
        {keep.error && <p role="alert" className={styles.error}>{text(roundStrings.failedDraft, { reason: reasonOf(keep.error) })}</p>}
        <div className={styles.foot}>
          {draft && <VisibilityMenu value={draft.visibility} onChange={(visibility) => setDraft({ ...draft, visibility })} />}
          {draft && mayKeep ? <Button size="small" busy={keep.isPending} disabled={!isReady} onClick={() => isReady && !send.isPending && keep.mutate(draft)}>{roundStrings.keep}</Button> : <span className={styles.keys} aria-hidden>{draft ? <Kbd>{sendKeys}</Kbd> : <Kbd>C</Kbd>}</span>}
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
