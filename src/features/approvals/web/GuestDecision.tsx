import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleCheck, Undo2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { ApprovalVerdict } from '../approvals.policy.ts'
import styles from './GuestDecision.module.css'
import { approvalApi, approvalsKey } from './approvals.client.ts'
import { approvalStrings as strings } from './approvals.strings.ts'

interface GuestDecisionProps {
  readonly projectId: string
  readonly track: { readonly id: string; readonly title: string }
  readonly version: { readonly id: string; readonly number: number; readonly fileName: string; readonly sha256: string }
  /** The current version's number, if it has changed since this answer began. */
  readonly newer: number | undefined
  /**
   * The user has begun an answer, or has sent or discarded it: while it is unfinished, the page stays on this version.
   */
  readonly onHold: (holds: boolean) => void
  /** Runs `go` at once, or after the guest has entered a name. */
  readonly askName: (go: () => void) => void
}

/** A guest's verdict on a version: recorded with the date and this exact file; a new answer replaces it. */
export function GuestDecision({ projectId, track, version, newer, onHold, askName }: GuestDecisionProps) {
  const queries = useQueryClient()
  const key = [...approvalsKey(projectId), 'own', track.id]
  const { data: own = [] } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (
        await approvalApi('GET /api/projects/:projectId/tracks/:trackId/decisions', {
          params: { projectId, trackId: track.id },
          signal,
        })
      ).items,
    retry: false,
  })
  const [asked, setAsked] = useState<ApprovalVerdict | null>(null)
  const begin = (verdict: ApprovalVerdict) => {
    onHold(true)
    askName(() => setAsked(verdict))
  }
  const close = () => {
    setAsked(null)
    onHold(false)
  }
  const decide = useMutation({
    mutationFn: ({ decision, body }: { readonly decision: ApprovalVerdict; readonly body: string }) =>
      approvalApi('POST /api/projects/:projectId/tracks/:trackId/decisions', {
        params: { projectId, trackId: track.id },
        body: { versionId: version.id, decision, body, fromSeconds: positionOn(version.id) },
      }),
    onSuccess: async ({ decision }) => {
      close()
      toast({ text: text(strings.said[decision], { number: version.number, title: track.title }) })
      await Promise.all(
        [key, ['project', projectId, 'notes'], ['project', projectId, 'details']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  const last = own.find(({ versionId }) => versionId === version.id)
  const { number } = version
  return (
    <section className={styles.card} aria-label={text(strings.guest.title, { number })}>
      <h2>{text(strings.guest.title, { number })}</h2>
      {last ? (
        <p className={styles.said} data-decision={last.decision}>
          <Icon of={last.decision === 'approved' ? CircleCheck : Undo2} />
          {text(strings.guest.last[last.decision], { number, when: formatDateTime(last.createdAt) })}
        </p>
      ) : (
        <p className={styles.help}>{strings.guest.help}</p>
      )}
      <Button tone={last ? 'plain' : 'primary'} size="large" wide icon={Check} onClick={() => begin('approved')}>
        {text(strings.guest.approve, { number })}
      </Button>
      <Button size="large" wide onClick={() => begin('changes')}>
        {strings.changes}
      </Button>
      {asked && (
        <DecisionDialog
          decision={asked}
          track={track}
          version={version}
          newer={newer}
          busy={decide.isPending}
          error={decide.error}
          onSend={(body) => decide.mutate({ decision: asked, body })}
          onClose={close}
        />
      )}
    </section>
  )
}

interface DecisionDialogProps extends Pick<GuestDecisionProps, 'track' | 'version' | 'newer'> {
  readonly decision: ApprovalVerdict
  readonly busy: boolean
  readonly error: unknown
  readonly onSend: (body: string) => void
  readonly onClose: () => void
}

/** Confirms track, version and file before the answer is recorded. */
function DecisionDialog({ decision, track, version, newer, busy, error, onSend, onClose }: DecisionDialogProps) {
  const form = useId()
  const [body, setBody] = useState('')
  const names = { number: version.number, title: track.title }
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
      title={text(strings.guest.confirm[decision], names)}
      description={text(strings.guest.file, { file: version.fileName, hash: version.sha256.slice(0, 12) })}
      footer={
        <Button type="submit" form={form} tone="primary" busy={busy}>
          {decision === 'approved' ? text(strings.guest.approve, names) : strings.changes}
        </Button>
      }
    >
      <form id={form} onSubmit={send} className={styles.form}>
        {error !== null && (
          <p role="alert" className={styles.wrong}>
            {text(strings.failedDecision, { reason: reasonOf(error) })}
          </p>
        )}
        {newer !== undefined && <output>{text(strings.guest.newer, { newer, number: version.number })}</output>}
        <TextArea
          label={decision === 'approved' ? strings.guest.wordsApprove : strings.guest.wordsChanges}
          rows={3}
          maxLength={10_000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
      </form>
    </Dialog>
  )
}

function positionOn(versionId: string): number {
  return Math.round(listening.positionOn(versionId) * 1000) / 1000
}
