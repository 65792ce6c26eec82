import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'

/** A project or a track that somebody had open, with the names it had then. */
export interface RecentPlace {
  readonly projectId: string
  readonly projectName: string
  readonly trackId: string | null
  readonly trackTitle: string | null
}

const MOST = 8
// Among the answers of the server: those are kept over a reload and forgotten when somebody signs out.
const recentKey = ['recent-places'] as const
const none: readonly RecentPlace[] = []

/** The latest first. */
export function recentPlaces(queries: QueryClient): readonly RecentPlace[] {
  return queries.getQueryData<readonly RecentPlace[]>(recentKey) ?? none
}

/** Notes what is open, once its name is known. */
export function useRecentPlace(projectId: string | undefined, trackId: string | undefined): void {
  const queries = useQueryClient()
  // The page reads it; here nothing is asked for.
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
