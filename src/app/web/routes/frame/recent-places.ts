import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'

/** A recently opened project or track, with its names at that time. */
export interface RecentPlace {
  readonly projectId: string
  readonly projectName: string
  readonly trackId: string | null
  readonly trackTitle: string | null
}

const MOST = 8
// In the query cache, which survives reloads and is deleted at sign-out.
const recentKey = ['recent-places'] as const
const none: readonly RecentPlace[] = []

/** Newest first. */
export function recentPlaces(queries: QueryClient): readonly RecentPlace[] {
  return queries.getQueryData<readonly RecentPlace[]>(recentKey) ?? none
}

/** Records what is open, once its name is known. */
export function useRecentPlace(projectId: string | undefined, trackId: string | undefined): void {
  const queries = useQueryClient()
  // The page loads it; this only reads the cache.
  const { data: project } = useQuery({ ...projectDetailsQuery(projectId ?? ''), enabled: false })
  const projectName = project?.name
  const trackTitle = trackId === undefined ? null : project?.tracks.find(({ id }) => id === trackId)?.title
  useEffect(() => {
    if (projectId === undefined || projectName === undefined || trackTitle === undefined) return
    const here: RecentPlace = { projectId, projectName, trackId: trackId ?? null, trackTitle }
    queries.setQueryData<readonly RecentPlace[]>(recentKey, (before = none) =>
      [here, ...before.filter((one) => one.projectId !== projectId || one.trackId !== here.trackId)].slice(0, MOST),
    )
  }, [queries, projectId, projectName, trackId, trackTitle])
}
