import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { TrackStatus } from '../../track-statuses.ts'
import type { ProjectDetails, Track, TrackVersion } from '../../tracks.contract.ts'
import { withOrder } from '../list/track-list.ts'
import { projectDetailsQuery, trackApi } from '../tracks.client.ts'
import { trackStrings } from '../tracks.strings.ts'

type Named = Pick<Track, 'id' | 'title'>
type Numbered = Pick<TrackVersion, 'id' | 'number'>

interface Change {
  /** What failed, for the toast, with a gap `{reason}`. */
  readonly failure: string
  readonly carryOut: () => Promise<unknown>
  /** The optimistic change, reverted on failure. */
  readonly foresee?: (project: ProjectDetails) => ProjectDetails
  readonly said?: () => void
}

/** Carries out changes to a project's tracks. */
export function useTrackChange(projectId: string): (change: Change) => void {
  const queries = useQueryClient()
  const { queryKey } = projectDetailsQuery(projectId)
  const { mutate } = useMutation({
    mutationFn: ({ carryOut }: Change) => carryOut(),
    onMutate: async ({ foresee }) => {
      if (!foresee) return undefined
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before) queries.setQueryData(queryKey, foresee(before))
      return before
    },
    onError: (error, { failure }, before) => {
      if (before) queries.setQueryData(queryKey, before)
      toast({ tone: 'error', text: failure.replace('{reason}', reasonOf(error)) })
    },
    onSuccess: (_, { said }) => said?.(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: ['project', projectId, 'trash'] }),
      ]),
  })
  return mutate
}

/** Actions on a project's tracks and versions, each with a toast, and an undo where users may regret it. */
export function useTrackActions(projectId: string) {
  const mutate = useTrackChange(projectId)
  return { ...trackActions(projectId, mutate), ...versionActions(projectId, mutate) }
}

function trackActions(projectId: string, mutate: (change: Change) => void) {
  const edit = (
    one: Named,
    body: { title?: string; status?: TrackStatus; archived?: boolean; currentVersionId?: string | null },
    said?: () => void,
  ) =>
    mutate({
      failure: failedFor(one),
      carryOut: () =>
        trackApi('PATCH /api/projects/:projectId/tracks/:trackId', { params: { projectId, trackId: one.id }, body }),
      // The server decides which version is current by default, and when a track was archived.
      ...(body.archived === undefined &&
        body.currentVersionId === undefined && {
          foresee: (project: ProjectDetails) => ({
            ...project,
            tracks: project.tracks.map((other) => (other.id === one.id ? { ...other, ...body } : other)),
          }),
        }),
      ...(said && { said }),
    })
  const actions = {
    setStatus: (one: Named, status: TrackStatus) => edit(one, { status }),
    rename: (one: Named, title: string): void =>
      edit(one, { title }, () => {
        toast({
          text: text(trackStrings.renamed, { before: one.title, title }),
          undo: () => actions.rename({ ...one, title }, one.title),
        })
      }),
    setArchived: (one: Named, archived: boolean): void =>
      edit(one, { archived }, () => {
        toast({
          text: text(archived ? trackStrings.archived : trackStrings.unarchived, { title: one.title }),
          ...(archived && { undo: () => actions.setArchived(one, false) }),
        })
      }),
    reorder: (trackIds: readonly string[]) =>
      mutate({
        failure: trackStrings.orderFailed,
        carryOut: () =>
          trackApi('POST /api/projects/:projectId/tracks/order', {
            params: { projectId },
            body: { trackIds: [...trackIds] },
          }),
        foresee: (project) => ({ ...project, tracks: [...withOrder(project.tracks, trackIds)] }),
      }),
    remove: (one: Named, onRemoved?: () => void) =>
      mutate({
        failure: failedFor(one),
        carryOut: () =>
          trackApi('DELETE /api/projects/:projectId/tracks/:trackId', { params: { projectId, trackId: one.id } }),
        foresee: (project) => without(project, one.id),
        said: () => {
          toast({ text: text(trackStrings.removed, { title: one.title }), undo: () => actions.restore(one) })
          onRemoved?.()
        },
      }),
    restore: (one: Named) =>
      mutate({
        failure: failedFor(one),
        carryOut: () =>
          trackApi('POST /api/projects/:projectId/tracks/:trackId/restore', { params: { projectId, trackId: one.id } }),
        said: () => void toast({ text: text(trackStrings.restored, { title: one.title }) }),
      }),
    makeCurrent: (one: Named, chosen: Numbered | null) =>
      edit(one, { currentVersionId: chosen?.id ?? null }, () => {
        toast({
          text: chosen
            ? text(trackStrings.madeCurrent, { number: chosen.number, title: one.title })
            : text(trackStrings.following, { title: one.title }),
        })
      }),
  }
  return actions
}

function versionActions(projectId: string, mutate: (change: Change) => void) {
  const address = (one: Named, { id }: Numbered) => ({ projectId, trackId: one.id, versionId: id })
  const actions = {
    lockFinal: (one: Named, { id, number }: Numbered) =>
      mutate({
        failure: failedFor(one),
        carryOut: () =>
          trackApi('PUT /api/projects/:projectId/tracks/:trackId/final', {
            params: { projectId, trackId: one.id },
            body: { versionId: id },
          }),
        said: () =>
          void toast({
            text: text(trackStrings.locked, { number, title: one.title }),
            undo: () => actions.unlockFinal(one),
          }),
      }),
    unlockFinal: (one: Named): void =>
      mutate({
        failure: failedFor(one),
        carryOut: () =>
          trackApi('DELETE /api/projects/:projectId/tracks/:trackId/final', { params: { projectId, trackId: one.id } }),
        said: () => void toast({ text: text(trackStrings.unlocked, { title: one.title }) }),
      }),
    makeNewest: (one: Named, { id, number }: Numbered) => {
      let next = number
      mutate({
        failure: failedFor(one),
        carryOut: async () => {
          next = (
            await trackApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/newest', {
              params: address(one, { id, number }),
            })
          ).number
        },
        said: () => void toast({ text: text(trackStrings.renewed, { number, title: one.title, next }) }),
      })
    },
    removeVersion: (one: Named, { id, number }: Numbered) =>
      mutate({
        failure: failedFor(one),
        carryOut: () =>
          trackApi('DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
            params: address(one, { id, number }),
          }),
        said: () =>
          void toast({
            text: text(trackStrings.versionDeleted, { number, title: one.title }),
            undo: () => actions.restoreVersion(one, { id, number }),
          }),
      }),
    restoreVersion: (one: Named, { id, number }: Numbered) =>
      mutate({
        failure: failedFor(one),
        carryOut: () =>
          trackApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/restore', {
            params: address(one, { id, number }),
          }),
        said: () => void toast({ text: text(trackStrings.versionRestored, { number, title: one.title }) }),
      }),
    analyseAgain: (one: Named, { id, number }: Numbered) =>
      mutate({
        failure: failedFor(one),
        carryOut: () =>
          trackApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/analysis', {
            params: address(one, { id, number }),
          }),
        said: () => void toast({ text: text(trackStrings.analysing, { number }) }),
      }),
  }
  return actions
}

function failedFor({ title }: Named): string {
  return trackStrings.changeFailed.replace('{title}', title)
}

function without(project: ProjectDetails, trackId: string): ProjectDetails {
  return { ...project, tracks: project.tracks.filter(({ id }) => id !== trackId) }
}

export type TrackActions = ReturnType<typeof useTrackActions>
