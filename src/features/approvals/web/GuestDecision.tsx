import { Check, CircleCheck, Undo2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { ApprovalDecision } from '../approvals.contract.ts'
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
  /** A card; the buttons alone in the bar at a phone’s foot; or, in the page there, those of one track of an album. */
  readonly place?: 'card' | 'dock' | 'track'
  /** Before the buttons in the bar. */
  readonly before?: ReactNode
}

/** A guest's verdict: recorded with the date and the exact file. */
export function GuestDecision(props: GuestDecisionProps) {
  const { answers, subject, all, place = 'card', before } = props
  const isAlbum = all.length > 1
  const { number } = subject.version
  const { title } = subject.track
  const ways = useAnswering(props)
  const last = answers.last.get(subject.track.id)
  const approved = all.filter(({ track }) => answers.approvedIds.has(track.id)).length
  const isDone = isAlbum ? approved === all.length : last?.decision === 'approved'
  const said = <Said answers={answers} subject={subject} all={all} approved={approved} hasShort={place === 'dock'} />
  const changesLabel = isAlbum ? text(strings.guest.changesTo, { title }) : strings.changes
  const change = !(answers.undo && last?.decision === 'changes') && (
    <Button size="large" wide title={changesLabel} onClick={ways.ask}>
      <span className={styles.cut}>{changesLabel}</span>
    </Button>
  )
  const approve = !isDone && (
    <Button tone="primary" size="large" wide icon={Check} busy={answers.isBusy} onClick={ways.approve}>
      {isAlbum ? text(strings.guest.approveAll, { count: all.length }) : text(strings.guest.approve, { number })}
    </Button>
  )
  const approveOne = isAlbum && !isDone && last?.decision !== 'approved' && (
    <Button size="large" wide busy={answers.isBusy} onClick={ways.approveOne}>
      <span className={styles.cut}>{text(strings.guest.approveOne, { title })}</span>
    </Button>
  )
  const dialog = ways.asked && (
    <ChangesDialog
      subject={ways.asked}
      newer={ways.asked.track.id === subject.track.id ? props.newer : undefined}
      busy={answers.isBusy}
      onSend={ways.send}
      onClose={ways.close}
    />
  )
  if (place === 'dock')
    return (
      <>
        {(isDone || answers.undo) && said}
        <div className={styles.dock}>
          {before}
          {!answers.undo && (
            <>
              <Button size="large" wide onClick={ways.ask}>
                <span className={styles.two}>
                  {strings.changes}
                  {isAlbum && <span className={styles.of}> {text(strings.guest.changesOf, { title })}</span>}
                </span>
              </Button>
              {approve}
            </>
          )}
        </div>
        {dialog}
      </>
    )
  if (place === 'track')
    return (
      isAlbum && (
        <section className={styles.card} aria-label={text(strings.guest.thisTrack, { title })}>
          <h2 className={styles.cut}>{title}</h2>
          {last && <output className={styles.said}>{lastWords(last, { number })}</output>}
          {approveOne}
          {change}
          {dialog}
        </section>
      )
    )
  return (
    <section className={styles.card} aria-label={strings.guest.answer}>
      <h2>
        {isDone || (last && !isAlbum)
          ? strings.guest.answer
          : isAlbum
            ? strings.guest.albumTitle
            : text(strings.guest.title, { number })}
      </h2>
      {said}
      {approve}
      {approveOne}
      {change}
      {dialog}
    </section>
  )
}

function lastWords({ decision, createdAt }: ApprovalDecision, { number }: { readonly number: number }): string {
  return text(strings.guest.last[decision], { number, when: formatPastDay(createdAt) })
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
  return (
    <div className={styles.answer}>
      <output
        className={styles.said}
        data-decision={isAlbum ? (approved === all.length ? 'approved' : undefined) : last?.decision}
      >
        {isAlbum ? (
          <AlbumWords answers={answers} all={all} approved={approved} />
        ) : last ? (
          <>
            <Icon of={last.decision === 'approved' ? CircleCheck : Undo2} />
            <span>{lastWords(last, { number })}</span>
          </>
        ) : hasShort ? null : (
          strings.guest.help
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

function AlbumWords({
  answers: { changesIds },
  all: { length: count },
  approved,
}: Pick<GuestDecisionProps, 'answers' | 'all'> & { readonly approved: number }) {
  if (approved === count)
    return (
      <>
        <Icon of={CircleCheck} />
        <span>{text(strings.guest.approvedAll, { count })}</span>
      </>
    )
  return (
    <span>
      {text(strings.guest.approvedCount, { approved, count })}
      {changesIds.size > 0 && ` ${text(strings.guest.changesCount, { count: changesIds.size })}`}
    </span>
  )
}

function useAnswering({ answers, subject, all, onHold, askName }: GuestDecisionProps) {
  // The music goes on to the next track while somebody writes about this one.
  const [asked, setAsked] = useState<AnswerSubject>()
  const close = () => {
    setAsked(undefined)
    onHold(false)
  }
  const open = all.filter(({ track }) => !answers.approvedIds.has(track.id))
  const approving = (about: readonly AnswerSubject[]) => () =>
    askName(() => void answers.answer('approved', about).then(() => onHold(false)))
  return {
    asked,
    close,
    approve: approving(all.length > 1 ? open : [subject]),
    approveOne: approving([subject]),
    ask: () => {
      onHold(true)
      askName(() => setAsked(subject))
    },
    // What was typed stays if it could not be sent.
    send: (body: string) => asked && void answers.answer('changes', [asked], body).then((isDone) => isDone && close()),
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
