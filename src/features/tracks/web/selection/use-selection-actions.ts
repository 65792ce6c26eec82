import { useQueryClient } from '@tanstack/react-query'
import { projectListsKey } from '#features/projects/web/projects.client.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { stateStrings } from '#web/ui/ui.strings.ts'
import type { TrackStatus } from '../../track-statuses.ts'
import type { ProjectDetails, Track } from '../../tracks.contract.ts'
import { useTrackChange } from '../track/use-track-actions.ts'
import { projectDetailsQuery, trackApi } from '../tracks.client.ts'
import { selectionStrings as strings } from './selection.strings.ts'

/** Changes to several tracks, each one request that does all or nothing, with one undo. */
export function useSelectionActions(projectId: string) {
  const queries = useQueryClient()
  const change = useTrackChange(projectId)
  const params = { projectId }

  const sendStatus = (trackIds: readonly string[], status: TrackStatus) =>
    trackApi('POST /api/projects/:projectId/tracks/status', { params, body: { trackIds: [...trackIds], status } })
  const setBack = (tracks: readonly Track[]) =>
    change({
      failure: strings.statusFailed,
      carryOut: async () => {
        for (const [status, those] of Map.groupBy(tracks, (track) => track.status))
          await sendStatus(idsOf(those), status)
      },
      foresee: (project) => withStatus(project, new Map(tracks.map(({ id, status }) => [id, status]))),
      said: () => void toast({ text: text(strings.statusBack, { count: tracks.length }) }),
    })
  const restore = (tracks: readonly Track[]) =>
    change({
      failure: strings.removeFailed,
      carryOut: () =>
        trackApi('POST /api/projects/:projectId/tracks/restore', { params, body: { trackIds: idsOf(tracks) } }),
      said: () => void toast({ text: text(strings.restored, { count: tracks.length }) }),
    })
  const sendMove = async (trackIds: string[], from: string, to: string) => {
    await trackApi('POST /api/projects/:projectId/tracks/move', {
      params: { projectId: from },
      body: { trackIds, toProjectId: to },
    })
    const other = from === projectId ? to : from
    await queries.invalidateQueries({ queryKey: projectDetailsQuery(other).queryKey })
    await queries.invalidateQueries({ queryKey: projectListsKey })
  }
  return {
    setStatus: (tracks: readonly Track[], status: TrackStatus) => {
      const changed = tracks.filter((track) => track.status !== status)
      if (changed.length === 0) return
      change({
        failure: strings.statusFailed,
        carryOut: () => sendStatus(idsOf(changed), status),
        foresee: (project) => withStatus(project, new Map(changed.map(({ id }) => [id, status]))),
        said: () =>
          void toast({
            text: text(strings.statusSet, { count: changed.length, status: stateStrings[status] }),
            // Final names a version: setting it again could lock another one.
            ...(changed.every((track) => track.final === null) && { undo: () => setBack(changed) }),
          }),
      })
    },
    remove: (tracks: readonly Track[]) => {
      const ids = new Set(idsOf(tracks))
      change({
        failure: strings.removeFailed,
        carryOut: () =>
          trackApi('POST /api/projects/:projectId/tracks/delete', { params, body: { trackIds: [...ids] } }),
        foresee: (project) => ({ ...project, tracks: project.tracks.filter(({ id }) => !ids.has(id)) }),
        said: () => void toast({ text: text(strings.removed, { count: tracks.length }), undo: () => restore(tracks) }),
      })
    },
    move: (tracks: readonly Track[], to: { readonly id: string; readonly name: string }) => {
      const ids = idsOf(tracks)
      change({
        failure: strings.moveFailed,
        carryOut: () => sendMove(ids, projectId, to.id),
        foresee: (project) => ({ ...project, tracks: project.tracks.filter(({ id }) => !ids.includes(id)) }),
        said: () =>
          void toast({
            text: text(strings.moved, { count: tracks.length, project: to.name }),
            undo: () =>
              change({
                failure: strings.moveFailed,
                carryOut: () => sendMove(ids, to.id, projectId),
                said: () => void toast({ text: text(strings.movedBack, { count: tracks.length }) }),
              }),
          }),
      })
    },
  }
}

function idsOf(tracks: readonly Track[]): string[] {
  return tracks.map(({ id }) => id)
}

function withStatus(project: ProjectDetails, statuses: ReadonlyMap<string, TrackStatus>): ProjectDetails {
  return {
    ...project,
    tracks: project.tracks.map((track) => ({ ...track, status: statuses.get(track.id) ?? track.status })),
  }
}
