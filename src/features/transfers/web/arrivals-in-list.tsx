import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import type { TrackListAddition } from '#features/tracks/web/track-points.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { useTransferEngine } from './page-transfers.ts'
import type { Transfer } from './panel/transfers-store.ts'

const ArrivalState = lazyPart(() => import('./panel/ArrivalState.tsx'))

const nothing = { subscribe: () => () => undefined, key: () => '' }

/** Uploads to a project, until their versions are in it: a row from the first second. */
export function useArrivalsInList(project: ProjectDetails): TrackListAddition {
  const { data: me } = useQuery(meQuery)
  const store = useTransferEngine(me?.id)?.store
  const readAt = useQueryClient().getQueryState(projectDetailsQuery(project.id).queryKey)?.dataUpdatedAt ?? 0
  const isArriving = ({ kind, projectId, fileId, status, versionId, finishedAt }: Transfer) =>
    kind === 'upload' &&
    fileId === undefined &&
    projectId === project.id &&
    // A project that was read since knows the version, or that it was deleted.
    (status !== 'completed' ||
      ((finishedAt ?? 0) >= readAt && !project.trackVersions.some(({ id }) => id === versionId)))
  const arriving = () => store?.list().filter(isArriving) ?? []
  // A text, so that progress alone does not render the list.
  const key = () =>
    arriving()
      .map(({ id, trackId, trackTitle }) => [id, trackId, trackTitle].join('\t'))
      .join('\n')
  useSyncExternalStore(store?.subscribe ?? nothing.subscribe, store ? key : nothing.key)
  if (!store) return {}
  return {
    arrivals: arriving().map(({ id, trackId, trackTitle, filename }) => ({
      id,
      trackId: trackId ?? undefined,
      title: trackTitle ?? filename,
      bar: <ArrivalState store={store} id={id} shows="bar" />,
      words: <ArrivalState store={store} id={id} shows="words" />,
    })),
  }
}
