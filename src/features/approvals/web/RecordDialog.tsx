import { useMutation, useQuery } from '@tanstack/react-query'
import { ClipboardCheck, Copy, FileCheck2, MessageSquare, TriangleAlert } from 'lucide-react'
import type { ProjectDetails, Track } from '#features/tracks/tracks.contract.ts'
import { sayCopied } from '#features/tracks/web/say-copied.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { locale } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { ApprovalAsk, ApprovalDecision, TrackApprovals } from '../approvals.contract.ts'
import styles from './RecordDialog.module.css'
import { approvalApi, trackApprovalsQuery } from './approvals.client.ts'
import { approvalStrings } from './approvals.strings.ts'
import { receiptText } from './receipt.ts'
import { dueWords, reviewIcons, reviewPerson } from './review-people.ts'

interface RecordDialogProps {
  readonly project: ProjectDetails
  readonly track: Track
  readonly onClose: () => void
}

/** Every request and decision on a track, newest first. */
export default function RecordDialog({ project, track, onClose }: RecordDialogProps) {
  const { data, error, refetch } = useQuery(trackApprovalsQuery(project.id, track.id))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sheet"
      title={text(approvalStrings.recordTitle, { title: track.title })}
      description={approvalStrings.recordWords}
    >
      {data ? (
        <Lines project={project} track={track} approvals={data} />
      ) : error ? (
        <ErrorView error={error} onRetry={() => void refetch()}>
          {text(approvalStrings.failedRead, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <SkeletonRows face />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

type Line =
  | { readonly kind: 'ask'; readonly one: ApprovalAsk; readonly all: readonly ApprovalAsk[] }
  | { readonly kind: 'decision'; readonly one: ApprovalDecision }

function Lines({
  project,
  track,
  approvals: { asks, decisions },
}: Omit<RecordDialogProps, 'onClose'> & { readonly approvals: TrackApprovals }) {
  const lines: readonly Line[] = [
    ...requestsIn(asks),
    ...decisions.map((one): Line => ({ kind: 'decision', one })),
  ].toSorted((a, b) => b.one.seq - a.one.seq)
  if (lines.length === 0) return <EmptyState icon={ClipboardCheck} title={approvalStrings.recordEmpty} />
  const isSuperseded = (decision: ApprovalDecision) =>
    decisions.some(
      (other) =>
        other.authorId === decision.authorId && other.versionId === decision.versionId && other.seq > decision.seq,
    )
  return (
    <ol className={styles.lines} aria-label={approvalStrings.record}>
      {lines.map((line) =>
        line.kind === 'ask' ? (
          <AskLine key={line.one.id} ask={line.one} all={line.all} project={project} />
        ) : (
          <DecisionLine
            key={line.one.id}
            decision={line.one}
            project={project}
            track={track}
            superseded={isSuperseded(line.one)}
          />
        ),
      )}
    </ol>
  )
}

/** Groups people who were asked in one request into one line. */
function requestsIn(asks: readonly ApprovalAsk[]): readonly Line[] {
  const requests = Map.groupBy(asks, ({ askedBy, versionId, createdAt }) => `${askedBy} ${versionId} ${createdAt}`)
  return [...requests.values()].flatMap((all): readonly Line[] => (all[0] ? [{ kind: 'ask', one: all[0], all }] : []))
}

interface AskLineProps {
  readonly ask: ApprovalAsk
  readonly all: readonly ApprovalAsk[]
  readonly project: ProjectDetails
}

const listed = new Intl.ListFormat(locale, { type: 'conjunction' })

function AskLine({ ask, all, project }: AskLineProps) {
  const { askedBy, askedByName, versionNumber, following, dueOn, message, createdAt } = ask
  const takenBack = all.filter(({ cancelledAt }) => cancelledAt !== null).map(({ reviewerName }) => reviewerName)
  const more = [following && approvalStrings.askFollowing, dueOn && dueWords(dueOn)].filter(Boolean)
  return (
    <li className={styles.line}>
      <Avatar person={reviewPerson({ reviewerId: askedBy, name: askedByName }, project.members)} decorative />
      <div className={styles.words}>
        <p className={styles.ask}>
          {text(approvalStrings.lines.asked, {
            by: askedByName,
            name: listed.format(all.map(({ reviewerName }) => reviewerName)),
            number: versionNumber,
          })}
          {more.length > 0 && `, ${more.join(', ')}`}
        </p>
        {message !== '' && <p className={styles.body}>{message}</p>}
        <p className={styles.meta}>
          <time dateTime={new Date(createdAt).toISOString()}>{formatDateTime(createdAt)}</time>
          {takenBack.length > 0 && <span>{text(approvalStrings.askOver, { names: listed.format(takenBack) })}</span>}
        </p>
      </div>
    </li>
  )
}

interface DecisionLineProps {
  readonly decision: ApprovalDecision
  readonly project: ProjectDetails
  readonly track: Track
  /** Replaced later by another verdict on the same version. */
  readonly superseded: boolean
}

function DecisionLine({ decision, project, track, superseded }: DecisionLineProps) {
  const {
    authorId,
    authorName,
    decision: verdict,
    versionNumber,
    body,
    noteId,
    fileName,
    sizeBytes,
    sha256,
    createdAt,
  } = decision
  const check = useMutation({
    mutationFn: () =>
      approvalApi('GET /api/projects/:projectId/tracks/:trackId/decisions/:decisionId/verification', {
        params: { projectId: project.id, trackId: track.id, decisionId: decision.id },
      }),
  })
  const named = { name: authorName, number: versionNumber }
  return (
    <li className={styles.line} data-state={verdict}>
      <Avatar person={reviewPerson({ reviewerId: authorId, name: authorName }, project.members)} decorative />
      <div className={styles.words}>
        <p className={styles.said}>
          <Icon of={reviewIcons[verdict]} size={14} className={styles.sign} />
          {text(approvalStrings.lines[verdict], named)}
          {superseded && <Chip tone="outline">{approvalStrings.superseded}</Chip>}
        </p>
        {body !== '' && <p className={styles.body}>{body}</p>}
        <p className={styles.meta}>
          <time dateTime={new Date(createdAt).toISOString()}>{formatDateTime(createdAt)}</time>
          {noteId !== null && (
            <span className={styles.fact}>
              <Icon of={MessageSquare} size={12} />
              {approvalStrings.note}
            </span>
          )}
        </p>
        <p className={styles.meta}>
          {fileName} · {formatBytes(sizeBytes)}
        </p>
        <p className={styles.hash} title={sha256}>
          {approvalStrings.hash} {sha256}
        </p>
        <div className={styles.tools}>
          <Button
            size="small"
            icon={Copy}
            aria-label={text(approvalStrings.copyOf, named)}
            onClick={() => void sayCopied(receiptText(decision, project.name), approvalStrings.copied)}
          >
            {approvalStrings.copy}
          </Button>
          <Button
            size="small"
            icon={FileCheck2}
            busy={check.isPending}
            aria-label={text(approvalStrings.verifyOf, named)}
            onClick={() => check.mutate()}
          >
            {approvalStrings.verify}
          </Button>
          <output className={styles.result} data-good={check.data?.matches === true}>
            {check.error
              ? text(approvalStrings.verifyFailed, { reason: reasonOf(check.error) })
              : check.data && <Result {...check.data} />}
          </output>
        </div>
      </div>
    </li>
  )
}

function Result({ matches, stored }: { readonly matches: boolean; readonly stored: string | null }) {
  return (
    <>
      <Icon of={matches ? FileCheck2 : TriangleAlert} size={14} />
      {matches
        ? approvalStrings.matches
        : stored === null
          ? approvalStrings.gone
          : text(approvalStrings.differs, { hash: stored })}
    </>
  )
}
