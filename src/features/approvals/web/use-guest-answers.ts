import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { ApprovalDecision } from '../approvals.contract.ts'
import { type ApprovalVerdict, UNDO_MS } from '../approvals.policy.ts'
import { approvalApi, approvalsKey } from './approvals.client.ts'
import { approvalStrings as strings } from './approvals.strings.ts'

/** A version that a guest can answer about. */
export interface AnswerSubject {
  readonly track: { readonly id: string; readonly title: string }
  readonly version: { readonly id: string; readonly number: number }
}

export interface GuestAnswers {
  /** The latest decision about the version of each subject, by track. */
  readonly last: ReadonlyMap<string, ApprovalDecision>
  readonly approvedIds: ReadonlySet<string>
  /** Tracks that the guest asked for changes to. */
  readonly changesIds: ReadonlySet<string>
  readonly isBusy: boolean
  /** False if it was not recorded, which a toast says. */
  readonly answer: (verdict: ApprovalVerdict, subjects: readonly AnswerSubject[], body?: string) => Promise<boolean>
  /** For a minute after an answer. */
  readonly undo: (() => void) | undefined
}

/** A guest's own answers about the versions of a link: each is recorded, and a new one replaces it. */
export function useGuestAnswers(projectId: string, subjects: readonly AnswerSubject[]): GuestAnswers {
  const queries = useQueryClient()
  const keyOf = (trackId: string) => [...approvalsKey(projectId), 'own', trackId]
  const own = useQueries({
    queries: subjects.map(({ track }) => ({
      queryKey: keyOf(track.id),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (
          await approvalApi('GET /api/projects/:projectId/tracks/:trackId/decisions', {
            params: { projectId, trackId: track.id },
            signal,
          })
        ).items,
      retry: false,
    })),
    combine: (answers) => answers.map(({ data }) => data ?? none),
  })
  const last = useMemo(
    () =>
      new Map(
        subjects.flatMap(({ track, version }, index): [string, ApprovalDecision][] => {
          const decision = own[index]?.find(({ versionId }) => versionId === version.id)
          return decision ? [[track.id, decision]] : []
        }),
      ),
    [subjects, own],
  )
  const approvedIds = useMemo(() => tracksWith('approved', last), [last])
  const changesIds = useMemo(() => tracksWith('changes', last), [last])
  const [made, setMade] = useState<readonly { readonly id: string; readonly trackId: string }[]>([])
  useEffect(() => {
    if (made.length === 0) return undefined
    const timer = setTimeout(() => setMade([]), UNDO_MS)
    return () => clearTimeout(timer)
  }, [made])
  const readAgain = (trackIds: readonly string[]) =>
    Promise.all(
      [...trackIds.map(keyOf), ['project', projectId, 'notes'], ['project', projectId, 'details']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const approveTogether = async (about: readonly AnswerSubject[]) =>
    (
      await approvalApi('POST /api/projects/:projectId/decisions', {
        params: { projectId },
        body: { versions: about.map(({ track, version }) => ({ trackId: track.id, versionId: version.id })) },
      })
    ).items
  const decideOn = (
    { track, version }: AnswerSubject,
    { verdict, body }: { readonly verdict: ApprovalVerdict; readonly body: string },
  ) =>
    approvalApi('POST /api/projects/:projectId/tracks/:trackId/decisions', {
      params: { projectId, trackId: track.id },
      body: { versionId: version.id, decision: verdict, body, fromSeconds: positionOn(version.id) },
    })
  const decide = useMutation({
    mutationFn: async (asked: {
      readonly verdict: ApprovalVerdict
      readonly about: readonly AnswerSubject[]
      readonly body: string
    }) => {
      const [only, ...others] = asked.about
      if (!only) return
      const made = others.length > 0 ? await approveTogether(asked.about) : [await decideOn(only, asked)]
      const trackIds = new Map(asked.about.map(({ track, version }) => [version.id, track.id]))
      setMade(made.map(({ id, versionId }) => ({ id, trackId: trackIds.get(versionId) ?? '' })))
      await readAgain([...trackIds.values()])
    },
    onError: (error) => toast({ tone: 'error', text: text(strings.failedDecision, { reason: reasonOf(error) }) }),
  })
  const takeBack = useMutation({
    mutationFn: async () => {
      const taken = made
      setMade([])
      for (const { id: decisionId, trackId } of taken)
        await approvalApi('DELETE /api/projects/:projectId/tracks/:trackId/decisions/:decisionId', {
          params: { projectId, trackId, decisionId },
        })
      await readAgain(taken.map(({ trackId }) => trackId))
    },
    onError: (error) => toast({ tone: 'error', text: text(strings.guest.undoFailed, { reason: reasonOf(error) }) }),
  })
  return {
    last,
    approvedIds,
    changesIds,
    isBusy: decide.isPending || takeBack.isPending,
    answer: (verdict, about, body = '') =>
      decide.mutateAsync({ verdict, about, body }).then(
        () => true,
        () => false,
      ),
    undo: made.length > 0 && !decide.isPending ? () => takeBack.mutate() : undefined,
  }
}

const none: readonly ApprovalDecision[] = []

function tracksWith(verdict: ApprovalVerdict, last: ReadonlyMap<string, ApprovalDecision>): ReadonlySet<string> {
  return new Set([...last].flatMap(([id, { decision }]) => (decision === verdict ? [id] : [])))
}

function positionOn(versionId: string): number {
  return Math.round(listening.positionOn(versionId) * 1000) / 1000
}
