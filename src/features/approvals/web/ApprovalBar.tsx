import { useQuery } from '@tanstack/react-query'
import { Check, ClipboardCheck, Ellipsis, MessageSquarePlus, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { positionOn } from '#features/notes/web/card/note-sound.ts'
import type { ProjectDetails, Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { heardOf } from '#features/tracks/web/versions/version-sound.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useToastLift } from '#web/ui/frame/use-toast-lift.ts'
import { CommandKey } from '#web/ui/keys/CommandKey.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import type { ApprovalReview } from '../approvals.contract.ts'
import { approvalPolicy, type ApprovalVerdict } from '../approvals.policy.ts'
import styles from './ApprovalBar.module.css'
import { ReviewList } from './ReviewList.tsx'
import { trackApprovalsQuery } from './approvals.client.ts'
import { approvalStrings } from './approvals.strings.ts'
import { conversationLine, dueWords } from './review-people.ts'
import { useApprovalActions } from './use-approval-actions.ts'

const AskDialog = lazyDialog(() => import('./AskDialog.tsx'))
const RecordDialog = lazyDialog(() => import('./RecordDialog.tsx'))

export interface ApprovalBarProps {
  readonly project: ProjectDetails
  readonly track: Track
  readonly version: TrackVersion
  readonly myId: string
  /**
   * The user has begun a comment, or has sent or discarded it: while it is unfinished, the page stays on this version
   * when a new one arrives.
   */
  readonly onHold: (holds: boolean) => void
}

/** Below the wave: everybody's verdict on this version, and buttons for the user's own. */
export default function ApprovalBar({ project, track, version, myId, onHold }: ApprovalBarProps) {
  const { data, error } = useQuery(trackApprovalsQuery(project.id, track.id))
  const [dialog, setDialog] = useState<'ask' | 'record' | null>(null)
  // By version id, so that a comment survives a look at another version.
  const [words, setWords] = useState<Readonly<Record<string, string | null>>>({})
  const write = (body: string | null) => {
    setWords((before) => ({ ...before, [version.id]: body }))
    onHold(body !== null)
  }
  const reviews = data?.versions.find(({ versionId }) => versionId === version.id)?.reviews ?? []
  const judged = { projectId: project.id, track, version }
  const mayAsk = allows(project, approvalPolicy['approval.ask']) && track.final === null
  const { withdraw } = useApprovalActions(judged)
  const waiting = reviews.filter(({ state }) => state === 'pending')
  const close = () => setDialog(null)
  const bar = useRef<HTMLElement>(null)
  useToastLift(bar)
  const mine = reviews.find(({ reviewerId }) => reviewerId === myId)
  const line = conversationLine(reviews, myId)
  return (
    <section ref={bar} className={styles.bar} aria-label={text(approvalStrings.bar, { number: version.number })}>
      <div className={styles.people}>
        <span className={styles.title}>{text(approvalStrings.bar, { number: version.number })}</span>
        {data ? (
          // Somebody who is asked reads it as a sentence, not as a chip about themselves.
          <ReviewList
            reviews={mine?.state === 'pending' ? reviews.filter((one) => one !== mine) : reviews}
            isAsked={mine?.state === 'pending'}
            members={project.members}
            onMore={() => setDialog('record')}
          />
        ) : (
          error && (
            <span role="alert" className={styles.failed}>
              {text(approvalStrings.failedRead, { reason: reasonOf(error) })}
            </span>
          )
        )}
        <span className={styles.tools}>
          {mayAsk && reviews.length === 0 && (
            <Button size="small" tone="quiet" icon={UserPlus} onClick={() => setDialog('ask')}>
              {approvalStrings.ask}
            </Button>
          )}
          <Menu
            align="end"
            entries={[
              mayAsk && {
                kind: 'action',
                label: approvalStrings.ask,
                icon: UserPlus,
                onSelect: () => setDialog('ask'),
              },
              mayAsk &&
                waiting.length > 0 && {
                  kind: 'submenu',
                  label: approvalStrings.takeBack,
                  entries: waiting.map(({ reviewerId, name }) => ({
                    kind: 'action',
                    label: name,
                    onSelect: () => withdraw({ reviewerId, name }),
                  })),
                },
              {
                kind: 'action',
                label: approvalStrings.record,
                icon: ClipboardCheck,
                onSelect: () => setDialog('record'),
              },
            ]}
          >
            <IconButton icon={Ellipsis} size="small" label={text(approvalStrings.more, { number: version.number })} />
          </Menu>
        </span>
      </div>
      {line !== undefined && (
        <p className={styles.line} title={line}>
          {line}
          {mine?.state === 'pending' && <AskedFacts {...mine} />}
        </p>
      )}
      {allows(project, approvalPolicy['approval.decide']) && (
        <Decide
          key={version.id}
          {...{ project, track, version }}
          body={words[version.id] ?? null}
          onBody={write}
          mine={mine}
        />
      )}
      {dialog === 'ask' && <AskDialog {...judged} reviews={reviews} onClose={close} />}
      {dialog === 'record' && <RecordDialog project={project} track={track} onClose={close} />}
    </section>
  )
}

/** By when, and what the user said of an earlier version. */
function AskedFacts({ ask, earlier }: ApprovalReview) {
  const facts = [
    ask?.dueOn && dueWords(ask.dueOn),
    earlier && text(approvalStrings.youEarlier[earlier.decision], { number: earlier.versionNumber }),
  ].filter(Boolean)
  return facts.length > 0 && <span className={styles.due}> {facts.join(' · ')}</span>
}

interface DecideProps extends Omit<ApprovalBarProps, 'myId' | 'onHold'> {
  /** Null while no comment is being written. */
  readonly body: string | null
  readonly onBody: (body: string | null) => void
  readonly mine: ApprovalReview | undefined
}

/** One press decides; a comment is optional and written first. */
function Decide({ project, track, version, body, onBody, mine }: DecideProps) {
  const { decision } = useApprovalActions({ projectId: project.id, track, version })
  const heard = heardOf(project, track, version)
  const decide = (verdict: ApprovalVerdict) => () => {
    // The same verdict again without a comment changes nothing.
    if (decision.isPending || (mine?.state === verdict && !body?.trim())) return
    decision.mutate(
      { decision: verdict, body: body?.trim() ?? '', fromSeconds: positionOn(heard) },
      { onSuccess: () => onBody(null) },
    )
  }
  const group = playerStrings.groups.page
  usePageKeys([
    { keys: ['Shift+A'], label: approvalStrings.keys.approve, group, isDeliberate: true, run: decide('approved') },
    { keys: ['Shift+R'], label: approvalStrings.keys.changes, group, isDeliberate: true, run: decide('changes') },
  ])
  const isBusy = (verdict: ApprovalVerdict) => decision.isPending && decision.variables.decision === verdict
  return (
    <>
      {body !== null && (
        <div className={styles.words}>
          <TextArea
            label={text(approvalStrings.wordsField, { number: version.number })}
            labelHidden
            placeholder={approvalStrings.words}
            help={text(approvalStrings.wordsHelp, { time: formatPosition(positionOn(heard)) })}
            rows={2}
            maxLength={10_000}
            value={body}
            ref={focusAtOnce}
            onChange={(event) => onBody(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onBody(null)
            }}
          />
        </div>
      )}
      <div className={styles.decide}>
        <IconButton
          icon={MessageSquarePlus}
          size="small"
          label={approvalStrings.withWords}
          pressed={body !== null}
          onClick={() => onBody(body === null ? '' : null)}
        />
        <Button
          size="small"
          tone="quiet"
          aria-pressed={mine?.state === 'changes'}
          busy={isBusy('changes')}
          onClick={decide('changes')}
        >
          {approvalStrings.changes}
          <span className={styles.key} aria-hidden>
            <CommandKey named="Shift R" />
          </span>
        </Button>
        <Button
          size="small"
          tone={mine?.state === 'pending' ? 'primary' : 'plain'}
          icon={Check}
          aria-pressed={mine?.state === 'approved'}
          busy={isBusy('approved')}
          onClick={decide('approved')}
        >
          {approvalStrings.approve}
          <span className={styles.key} aria-hidden>
            <CommandKey named="Shift A" />
          </span>
        </Button>
      </div>
    </>
  )
}
