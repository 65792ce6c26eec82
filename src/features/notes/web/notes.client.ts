import { queryOptions } from '@tanstack/react-query'
import { allPages } from '#web/api/all-pages.ts'
import { client } from '#web/api/api-client.ts'
import { staleTimes } from '#web/api/stale-times.ts'
import { queuedClient } from '#web/outbox/outbox-store.ts'
import type { Note, noteRoutes } from '../notes.contract.ts'
import { changedSince } from './changed-notes.ts'

export const noteApi = client<typeof noteRoutes>()
/** Changes, queued until the server has them. */
export const noteLater = queuedClient<typeof noteRoutes>()

/** The prefix of every list of a project's notes. */
export const notesKey = (projectId: string) => ['project', projectId, 'notes'] as const

const pageSize = 500
/** A longer list is not refetched when the window regains focus: live events report changes. */
export const manyNotes = 1000

/**
 * All notes of a track, with their positions on one of its versions. A long list shows from its first page on; later,
 * only changed notes are refetched if they are known.
 */
export const notesQuery = (projectId: string, trackId: string, version: string) => {
  const queryKey = [...notesKey(projectId), trackId, version] as const
  const params = { projectId, trackId }
  return queryOptions<readonly Note[], Error, readonly Note[], readonly string[]>({
    queryKey,
    staleTime: ({ state }) => ((state.data?.length ?? 0) > manyNotes ? staleTimes.settled : staleTimes.default),
    queryFn: async ({ signal, client: queries }) => {
      const before = queries.getQueryData<readonly Note[]>(queryKey)
      const { ids, settle } = changedSince(projectId, queryKey.join(' '))
      const read = (query: { cursor?: string | undefined; ids?: string }) =>
        noteApi('GET /api/projects/:projectId/tracks/:trackId/notes', {
          params,
          query: { version, limit: pageSize, ...query },
          signal,
        })
      // Publish at doubling sizes, so that all updates together cost little more than the last one. Marked as stale
      // from the start, so that a visit that ends here does not take it for complete.
      const show = (soFar: readonly Note[]) => {
        const shown = queries.getQueryData<readonly Note[]>(queryKey)?.length ?? 0
        if (before === undefined && soFar.length >= 2 * shown)
          queries.setQueryData(queryKey, [...soFar], { updatedAt: 0 })
      }
      const notes =
        before && ids
          ? withChanged(before, ids, (await read({ ids: ids.join(',') })).items)
          : await allPages((cursor) => read({ cursor }), show)
      settle()
      return notes
    },
  })
}

/** Replaces the requested notes and drops deleted ones. Oldest first, like the server. */
function withChanged(before: readonly Note[], ids: readonly string[], now: readonly Note[]): readonly Note[] {
  return [...before.filter(({ id }) => !ids.includes(id)), ...now].toSorted(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  )
}
