import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { notePolicy } from '../../notes.policy.ts'
import type { NoteRoundDraft } from '../../note-rounds.contract.ts'
import { notesKey } from '../notes.client.ts'
import { roundApi, roundDraftsQuery, roundsKey, roundsQuery } from './rounds.client.ts'
import { roundStrings } from './rounds.strings.ts'
import { markNoteChanged } from '../changed-notes.ts'
import type { NotesModel } from '../use-notes-model.ts'

/** The rounds of a track, and the actions on this version. */
export function useNoteRounds({
  project,
  trackId,
  version,
  mayWrite,
  guestName,
}: Pick<NotesModel, 'project' | 'trackId' | 'version' | 'mayWrite' | 'guestName'>) {
  const queries = useQueryClient()
  const projectId = project.id
  // Rounds are for members: the server refuses guests.
  const { data: rounds = [] } = useQuery({ ...roundsQuery(projectId, trackId), enabled: guestName === undefined })
  const here = rounds.find((round) => round.version.id === version.id)
  const open = rounds.find(({ closedAt }) => closedAt === null)
  // Drafts that were not sent before the round closed can still be sent.
  const { data: drafts = [] } = useQuery({
    ...roundDraftsQuery(projectId, here?.id ?? ''),
    enabled: here !== undefined && mayWrite,
  })
  const readAgain = () => queries.invalidateQueries({ queryKey: roundsKey(projectId) })
  const { mutate, isPending } = useMutation({
    mutationFn: (carryOut: () => Promise<void>) => carryOut(),
    onError: (error) => void toast({ tone: 'error', text: text(roundStrings.failed, { reason: reasonOf(error) }) }),
    onSettled: readAgain,
  })
  const mayOpen = allows(project, notePolicy['round.open'])
  const params = { projectId, roundId: here?.id ?? '' }
  return {
    here,
    open,
    drafts,
    isBusy: isPending,
    readAgain,
    nextNumber: (rounds[0]?.number ?? 0) + 1,
    mayOpen,
    /** There is at most one open round. */
    mayStart: mayOpen && open === undefined,
    close: () =>
      mutate(async () => {
        await roundApi('POST /api/projects/:projectId/rounds/:roundId/close', { params })
        toast({ text: text(roundStrings.didClose, { number: here?.number ?? 0 }) })
      }),
    drop: ({ id }: NoteRoundDraft) =>
      mutate(
        async () =>
          void (await roundApi('DELETE /api/projects/:projectId/rounds/:roundId/drafts/:draftId', {
            params: { ...params, draftId: id },
          })),
      ),
    send: () =>
      mutate(async () => {
        const set = await roundApi('POST /api/projects/:projectId/rounds/:roundId/send', { params })
        toast({
          text: text(roundStrings.didSend, {
            count: set.noteCount,
            number: here?.number ?? 0,
            hash: set.sha256.slice(0, 8),
          }),
        })
        markNoteChanged(projectId, null)
        await queries.invalidateQueries({ queryKey: notesKey(projectId) })
      }),
  }
}

export type NoteRounds = ReturnType<typeof useNoteRounds>
