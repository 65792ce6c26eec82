import { Check, CircleCheck, Undo2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import styles from './GuestDecision.module.css'
import { approvalStrings as strings } from './approvals.strings.ts'
import type { AnswerSubject, GuestAnswers } from './use-guest-answers.ts'

interface GuestDecisionProps {
  readonly answers: GuestAnswers
  /** The version on the page. */
  readonly subject: AnswerSubject
  /** All current versions of an album; one for a single track. */
  readonly all: readonly AnswerSubject[]
  /** The current version's number, if it has changed since this answer began. */
  readonly newer: number | undefined
  /**
   * The user has begun an answer, or has sent or discarded it: while it is unfinished, the page stays on this version.
   */
  readonly onHold: (holds: boolean) => void
  /** Runs `go` at once, or after the guest has entered a name. */
  readonly askName: (go: () => void) => void
  /** The buttons alone, in the bar at the foot of a phone. */
  readonly inDock?: boolean
  /** Before the buttons in the bar. */
  readonly before?: ReactNode
}

/** A guest's verdict: recorded with the date and the exact file. */
export function GuestDecision(props: GuestDecisionProps) {
  const { answers, subject, all, inDock = false, before } = props
  const isAlbum = all.length > 1
  const { number } = subject.version
  const ways = useAnswering(props)
  const last = answers.last.get(subject.track.id)
  const approved = all.filter(({ track }) => answers.approvedIds.has(track.id)).length
  const isDone = isAlbum ? approved === all.length : last?.decision === 'approved'
  const label = isAlbum
    ? text(strings.guest.approveAll, { count: all.length })
    : text(strings.guest.approve, { number })
  const said = <Said answers={answers} subject={subject} all={all} approved={approved} hasShort={inDock} />
  const change = (
    <Button size="large" wide onClick={ways.ask}>
      {strings.changes}
    </Button>
  )
  const approve = (
    <Button tone="primary" size="large" wide icon={Check} busy={answers.isBusy} onClick={ways.approve}>
      {label}
    </Button>
  )
  const dialog = ways.isAsking && (
    <ChangesDialog
      subject={subject}
      newer={props.newer}
      busy={answers.isBusy}
      onSend={ways.send}
      onClose={ways.close}
    />
  )
  if (inDock)
    return (
      <>
        {(isDone || answers.undo) && said}
        <div className={styles.dock}>
          {before}
          {!isDone && !answers.undo && (
            <>
              {change}
              {approve}
            </>
          )}
          {isDone && !answers.undo && change}
        </div>
        {dialog}
      </>
    )
  return (
    <section className={styles.card} aria-label={strings.guest.answer}>
      <h2>{isAlbum ? strings.guest.albumTitle : text(strings.guest.title, { number })}</h2>
      {said}
      {!isDone && approve}
      {!(answers.undo && last?.decision === 'changes') && change}
      {isAlbum && !isDone && last?.decision !== 'approved' && (
        <Button size="large" wide busy={answers.isBusy} onClick={ways.approveOne}>
          <span className={styles.cut}>{text(strings.guest.approveOne, { title: subject.track.title })}</span>
        </Button>
      )}
      {dialog}
    </section>
  )
}

/** What was answered; a new answer is spoken. */
function Said({
  answers,
  subject,
  all,
  approved,
  hasShort,
}: Pick<GuestDecisionProps, 'answers' | 'subject' | 'all'> & {
  readonly approved: number
  readonly hasShort: boolean
}) {
  const last = answers.last.get(subject.track.id)
  const { number } = subject.version
  const isAlbum = all.length > 1
  const words = last && text(strings.guest.last[last.decision], { number, when: formatPastDay(last.createdAt) })
  return (
    <div className={styles.answer}>
      <output className={styles.said} data-decision={last?.decision ?? (approved > 0 ? 'approved' : undefined)}>
        {isAlbum && (!last || last.decision === 'approved') ? (
          text(strings.guest.approvedCount, { approved, count: all.length })
        ) : words === undefined ? (
          hasShort ? null : (
            strings.guest.help
          )
        ) : (
          <>
            <Icon of={last?.decision === 'approved' ? CircleCheck : Undo2} />
            <span>{isAlbum ? `${subject.track.title}: ${words}` : words}</span>
          </>
        )}
      </output>
      {answers.undo && (
        <Button size="small" tone="quiet" icon={Undo2} onClick={answers.undo}>
          {strings.guest.undo}
        </Button>
      )}
    </div>
  )
}

function useAnswering({ answers, subject, all, onHold, askName }: GuestDecisionProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    onHold(false)
  }
  const open = all.filter(({ track }) => !answers.approvedIds.has(track.id))
  const approving = (about: readonly AnswerSubject[]) => () =>
    askName(() => void answers.answer('approved', about).then(() => onHold(false)))
  return {
    isAsking,
    close,
    approve: approving(all.length > 1 ? open : [subject]),
    approveOne: approving([subject]),
    ask: () => {
      onHold(true)
      askName(() => setAsking(true))
    },
    send: (body: string) => void answers.answer('changes', [subject], body).then(close),
  }
}

interface ChangesDialogProps {
  readonly subject: AnswerSubject
  readonly newer: number | undefined
  readonly busy: boolean
  readonly onSend: (body: string) => void
  readonly onClose: () => void
}

/** What should change; it becomes a note. */
function ChangesDialog({ subject: { track, version }, newer, busy, onSend, onClose }: ChangesDialogProps) {
  const form = useId()
  const [body, setBody] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSend(body.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text(strings.guest.confirm, { number: version.number, title: track.title })}
      footer={
        <Button type="submit" form={form} tone="primary" busy={busy}>
          {strings.changes}
        </Button>
      }
    >
      <form id={form} onSubmit={send} className={styles.form}>
        {newer !== undefined && <output>{text(strings.guest.newer, { newer, number: version.number })}</output>}
        <TextArea
          label={strings.guest.wordsChanges}
          rows={3}
          maxLength={10_000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
      </form>
    </Dialog>
  )
}
