import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import type { Note } from '#features/notes/notes.contract.ts'
import { withPending } from '#features/notes/web/composer/pending-notes.ts'
import { noteApi, notesKey } from '#features/notes/web/notes.client.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { nameOf } from '#features/tracks/web/people-names.ts'
import { unsentIds, useOutgoing } from '#web/outbox/use-outgoing.ts'
import type { Task } from '../../tasks.contract.ts'

interface TaskNoteRead {
  /** Whole, with its files and replies, and those of the user that wait for the server. */
  readonly note: Note | undefined
  readonly unsent: ReadonlySet<string>
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** The note that a task came from: the task itself only carries the beginning of its words. */
export function useTaskNote(project: ProjectDetails, { note }: Task): TaskNoteRead {
  const { id: projectId } = project
  const { id: noteId = '', trackId = '', versionNumber = 0 } = note ?? {}
  const { data: me } = useQuery(meQuery)
  const version = project.trackVersions.find((one) => one.trackId === trackId && one.number === versionNumber)
  const versionId = version?.id ?? project.tracks.find(({ id }) => id === trackId)?.currentVersionId ?? ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...notesKey(projectId), 'of-task', noteId],
    queryFn: async ({ signal }) =>
      (
        await noteApi('GET /api/projects/:projectId/tracks/:trackId/notes', {
          params: { projectId, trackId },
          query: { version: versionId, ids: noteId },
          signal,
        })
      ).items,
    enabled: note !== null && versionId !== '',
  })
  const changes = useOutgoing(projectId)
  const myId = me?.id ?? ''
  const name = nameOf(project.members, myId)
  const whole = useMemo(
    () =>
      data &&
      withPending(data, changes, {
        trackId,
        version: { id: versionId, number: versionNumber },
        me: { id: myId, name, byGuest: false },
      }).find(({ id }) => id === noteId),
    [data, changes, trackId, versionId, versionNumber, myId, name, noteId],
  )
  return {
    note: whole,
    unsent: unsentIds(changes),
    error: data ? null : error,
    isFetching,
    refetch: () => void refetch(),
  }
}
