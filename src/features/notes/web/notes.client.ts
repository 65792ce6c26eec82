import { queryOptions } from '@tanstack/react-query'
import { allPages } from '#web/api/all-pages.ts'
import { client } from '#web/api/api-client.ts'
import { staleTimes } from '#web/api/stale-times.ts'
import { queuedClient } from '#web/outbox/outbox-store.ts'
import type { Note, noteRoutes } from '../notes.contract.ts'
import { changedSince } from './changed-notes.ts'

export const noteApi = client<typeof noteRoutes>()
/** Changes, kept until the server has them. */
export const noteLater = queuedClient<typeof noteRoutes>()

/** Every list of a project's notes begins with this key. */
export const notesKey = (projectId: string) => ['project', projectId, 'notes'] as const

const pageSize = 500
/**
 * A list of more than these is not read again because one comes back to the window: live events say what has changed.
 */
export const manyNotes = 1000

/**
 * All notes of a track with their places on one of its versions. A long list is shown from its first page on;
 * afterwards only what has changed is read again, where that is known.
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
      // Twice as much each time, so that all of the showing costs little more than the last one. Old from the start: a
      // visit that ends here is not to take it for all.
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

/**
 * Those that were asked for as they are now, or gone; the others as they were. Oldest first, as the server has them.
 */
function withChanged(before: readonly Note[], ids: readonly string[], now: readonly Note[]): readonly Note[] {
  return [...before.filter(({ id }) => !ids.includes(id)), ...now].toSorted(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  )
}
