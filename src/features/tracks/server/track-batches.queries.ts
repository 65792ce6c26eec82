import type { ProjectScope } from '#server/scope.ts'
import { done } from '#shared/shapes.ts'
import type { TrackStatus } from '../track-statuses.ts'
import { deleteTrack, editTrack, restoreTrack } from './tracks.queries.ts'
import { openTrack } from './tracks.scope.ts'

/** Changes to a selection of tracks. One that is refused refuses all: they are in one transaction. */
interface Selection {
  readonly trackIds: readonly string[]
}

export async function setStatuses(
  scope: ProjectScope,
  { trackIds, status }: Selection & { readonly status: TrackStatus },
): Promise<typeof done> {
  for (const id of new Set(trackIds)) {
    const opened = await openTrack(scope, id)
    if (opened.track.status !== status) await editTrack(opened, { status })
  }
  return done
}

export async function deleteTracks(scope: ProjectScope, { trackIds }: Selection): Promise<typeof done> {
  for (const id of new Set(trackIds)) await deleteTrack(await openTrack(scope, id))
  return done
}

export async function restoreTracks(scope: ProjectScope, { trackIds }: Selection): Promise<typeof done> {
  for (const id of new Set(trackIds)) await restoreTrack(scope, id)
  return done
}
