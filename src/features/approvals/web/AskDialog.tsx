import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { projectPeopleQuery } from '#features/projects/web/projects.client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { ApprovalReview } from '../approvals.contract.ts'
import { canBeAsked } from '../approvals.policy.ts'
import styles from './AskDialog.module.css'
import { approvalApi } from './approvals.client.ts'
import { approvalStrings } from './approvals.strings.ts'
import { useApprovalActions, type Judged } from './use-approval-actions.ts'

interface AskDialogProps extends Judged {
  readonly reviews: readonly ApprovalReview[]
  readonly onClose: () => void
}

/** Whom to ask for approval of a version, the due date, and what to listen for. */
export default function AskDialog({ projectId, track, version, reviews, onClose }: AskDialogProps) {
  const form = useId()
  const people = useQuery(projectPeopleQuery(projectId))
  const { readAgain } = useApprovalActions({ projectId, track, version })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const [dueOn, setDueOn] = useState('')
  const [following, setFollowing] = useState(true)
  const [tried, setTried] = useState(false)
  const ask = useMutation({
    mutationFn: () =>
      approvalApi('POST /api/projects/:projectId/tracks/:trackId/approvals', {
        params: { projectId, trackId: track.id },
        body: {
          versionId: version.id,
          reviewerIds: [...chosen],
          message: message.trim(),
          dueOn: dueOn === '' ? null : dueOn,
          following,
        },
      }),
    onSuccess: async () => {
      toast({ text: text(approvalStrings.asked, { count: chosen.length, number: version.number }) })
      await readAgain()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (chosen.length > 0 && !ask.isPending) ask.mutate()
  }
  const offered = people.data?.filter(({ role }) => canBeAsked(role))
  const stateOf = (userId: string) => reviews.find(({ reviewerId }) => reviewerId === userId)?.state
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(approvalStrings.askTitle, { number: version.number, title: track.title })}
      footer={
        <Button tone="primary" type="submit" form={form} busy={ask.isPending} disabled={offered?.length === 0}>
          {approvalStrings.send}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <fieldset className={styles.who} tabIndex={-1} data-autofocus>
          <legend className={styles.legend}>{approvalStrings.askWho}</legend>
          {offered ? (
            offered.length === 0 ? (
              <p className={styles.hint}>{approvalStrings.askAlone}</p>
            ) : (
              offered.map(({ person }) => {
                const state = stateOf(person.id)
                return (
                  <Checkbox
                    key={person.id}
                    checked={chosen.includes(person.id)}
                    onCheckedChange={(on) =>
                      setChosen(on ? [...chosen, person.id] : chosen.filter((id) => id !== person.id))
                    }
                  >
                    {person.name}
                    {state && state !== 'cancelled' && (
                      <span className={styles.state}> · {approvalStrings.states[state]}</span>
                    )}
                  </Checkbox>
                )
              })
            )
          ) : people.error ? (
            <ErrorView error={people.error} onRetry={() => void people.refetch()}>
              {text(approvalStrings.peopleFailed, { reason: reasonOf(people.error) })}
            </ErrorView>
          ) : (
            <SkeletonGroup>
              <SkeletonRows rows={3} end={0} />
            </SkeletonGroup>
          )}
          {tried && chosen.length === 0 && (
            <p role="alert" className={styles.wrong}>
              {approvalStrings.askNobody}
            </p>
          )}
        </fieldset>
        <TextArea
          label={approvalStrings.message}
          placeholder={approvalStrings.messageHelp}
          rows={2}
          maxLength={2000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
        <TextField
          label={approvalStrings.dueOn}
          type="date"
          value={dueOn}
          onChange={(event) => setDueOn(event.target.value)}
        />
        <div>
          <Checkbox checked={following} onCheckedChange={setFollowing}>
            {approvalStrings.following}
          </Checkbox>
          <p className={styles.hint}>{approvalStrings.followingHelp}</p>
        </div>
        {ask.error && (
          <p role="alert" className={styles.wrong}>
            {text(approvalStrings.failedAsk, { reason: reasonOf(ask.error) })}
          </p>
        )}
      </form>
    </Dialog>
  )
}
