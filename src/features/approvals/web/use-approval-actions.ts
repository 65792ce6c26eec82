import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { ApprovalVerdict } from '../approvals.policy.ts'
import { approvalApi, approvalsKey, waitingQuery } from './approvals.client.ts'
import { approvalStrings } from './approvals.strings.ts'

export interface Judged {
  readonly projectId: string
  readonly track: { readonly id: string; readonly title: string }
  readonly version: { readonly id: string; readonly number: number }
}

interface Said {
  readonly decision: ApprovalVerdict
  readonly body: string
  readonly fromSeconds: number
}

/** A recorded decision cannot be undone, so a toast says what was recorded; the user can decide again. */
export function useApprovalActions({ projectId, track, version }: Judged) {
  const queries = useQueryClient()
  const readAgain = () =>
    Promise.all(
      [
        approvalsKey(projectId),
        waitingQuery.queryKey,
        ['project', projectId, 'details'],
        ['project', projectId, 'notes'],
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  const decision = useMutation({
    mutationFn: (body: Said) =>
      approvalApi('POST /api/projects/:projectId/tracks/:trackId/decisions', {
        params: { projectId, trackId: track.id },
        body: { versionId: version.id, ...body },
      }),
    onSuccess: (made) => {
      toast({ text: text(approvalStrings.said[made.decision], { number: version.number, title: track.title }) })
      return readAgain()
    },
    onError: (error) =>
      void toast({ tone: 'error', text: text(approvalStrings.failedDecision, { reason: reasonOf(error) }) }),
  })
  const withdrawal = useMutation({
    mutationFn: ({ reviewerId }: { readonly reviewerId: string; readonly name: string }) =>
      approvalApi('DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId/reviewers/:reviewerId', {
        params: { projectId, trackId: track.id, versionId: version.id, reviewerId },
      }),
    onSuccess: (_, { name }) => {
      toast({ text: text(approvalStrings.takenBack, { name }) })
      return readAgain()
    },
    onError: (error) =>
      void toast({ tone: 'error', text: text(approvalStrings.failedChange, { reason: reasonOf(error) }) }),
  })
  return { decision, withdraw: withdrawal.mutate, readAgain }
}
