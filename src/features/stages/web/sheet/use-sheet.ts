import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { currentTexts } from '#web/ui/form/use-guarded-texts.ts'
import { announce } from '#web/ui/overlay/announce.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { Stage, StageCell, TrackingSheet } from '../../stages.contract.ts'
import { sheetQuery, stageApi } from '../stages.client.ts'
import { stageStrings as strings } from '../stages.strings.ts'

export interface CellChange extends Partial<Pick<StageCell, 'state' | 'assigneeId' | 'dueOn' | 'note'>> {
  /** The note as it was seen: another is not overwritten. */
  readonly basedOn?: { readonly note: string }
}

/** Two people wrote a note about one cell. */
export interface NoteConflict {
  readonly cell: NamedCell
  readonly theirs: string
  readonly mine: string
}

/** A cell with the names for messages. */
export interface NamedCell {
  readonly stage: Stage
  readonly track: { readonly id: string; readonly title: string }
}

interface WaitingChange extends NamedCell {
  readonly change: CellChange
}

/** The sheet with the changes that are on their way, and what can be done with it. */
export function useSheet(projectId: string) {
  const queries = useQueryClient()
  const { queryKey } = sheetQuery(projectId)
  const { data, error, refetch, isFetching } = useQuery(sheetQuery(projectId))
  const mutationKey = ['stages', projectId, 'cell']
  const waiting = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as WaitingChange,
  })
  const { mutate: mutateCell } = useMutation({
    mutationKey,
    // One after the other, so that the last change of a cell is also the last that the server hears.
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ stage, track, change }: WaitingChange) =>
      stageApi('PATCH /api/projects/:projectId/stages/:stageId/tracks/:trackId', {
        params: { projectId, stageId: stage.id, trackId: track.id },
        body: change,
      }),
    onSuccess: async (cell) => {
      // An answer that was asked for before this change would hide it again.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (sheet: TrackingSheet | undefined) => sheet && withCell(sheet, cell))
      void queries.invalidateQueries({ queryKey })
    },
    onError: (failure, { stage, track, change }) => {
      void queries.invalidateQueries({ queryKey })
      const theirs = currentTexts(failure)['note']
      if (theirs !== undefined && change.note !== undefined)
        return setConflict({ cell: { stage, track }, theirs, mine: change.note })
      toast({
        tone: 'error',
        text: text(strings.cellFailed, { stage: stage.name, title: track.title, reason: reasonOf(failure) }),
      })
    },
  })
  const [conflict, setConflict] = useState<NoteConflict>()
  const stages = useStageActions(projectId)
  const sheet = data && waiting.reduce(foresee, data)
  const change = (cell: NamedCell, body: CellChange) => {
    mutateCell({ ...cell, change: body })
    const { stage, track } = cell
    if (body.state !== undefined)
      announce(text(strings.cellIs, { stage: stage.name, title: track.title, state: strings.states[body.state] }))
  }
  const decide = (chosen: string | null) => {
    setConflict(undefined)
    if (!conflict) return
    if (chosen === null) toast({ text: strings.noteLeft, undo: () => setConflict(conflict) })
    else change(conflict.cell, { note: chosen, basedOn: { note: conflict.theirs } })
  }
  return { sheet, error, refetch, isFetching, change, conflict, decide, ...stages }
}

/** Changes of the columns; each is seen once the server has it. */
function useStageActions(projectId: string) {
  const queries = useQueryClient()
  const { queryKey } = sheetQuery(projectId)
  const { mutate } = useMutation({
    mutationFn: ({ carryOut }: StageAct) => carryOut(),
    onSuccess: async (_, { said }) => {
      await queries.invalidateQueries({ queryKey })
      said?.()
    },
    onError: (error, { name }) =>
      void toast({ tone: 'error', text: text(strings.stageFailed, { name, reason: reasonOf(error) }) }),
  })
  const params = ({ id: stageId }: Stage) => ({ projectId, stageId })
  const restore = (stage: Stage) =>
    mutate({
      name: stage.name,
      carryOut: () => stageApi('POST /api/projects/:projectId/stages/:stageId/restore', { params: params(stage) }),
      said: () => void toast({ text: text(strings.restored, { name: stage.name }) }),
    })
  return {
    add: (names: readonly string[]) =>
      mutate({
        name: names.join(', '),
        carryOut: () =>
          stageApi('POST /api/projects/:projectId/stages', { params: { projectId }, body: { names: [...names] } }),
      }),
    remove: (stage: Stage) =>
      mutate({
        name: stage.name,
        carryOut: () => stageApi('DELETE /api/projects/:projectId/stages/:stageId', { params: params(stage) }),
        said: () => void toast({ text: text(strings.removed, { name: stage.name }), undo: () => restore(stage) }),
      }),
    /** To a place from 0 among these stages. */
    moveTo: (stages: readonly Stage[], stage: Stage, to: number) => {
      const others = stages.filter(({ id }) => id !== stage.id)
      if (to < 0 || to > others.length) return
      mutate({
        name: stage.name,
        carryOut: () =>
          stageApi('PATCH /api/projects/:projectId/stages/:stageId', {
            params: params(stage),
            body: { beforeId: others[to]?.id ?? null },
          }),
        said: () => announce(text(strings.moved, { name: stage.name, number: to + 1 })),
      })
    },
  }
}

interface StageAct {
  readonly name: string
  readonly carryOut: () => Promise<unknown>
  readonly said?: () => void
}

export type SheetActions = Pick<ReturnType<typeof useSheet>, 'change' | 'add' | 'remove' | 'moveTo'>

function foresee(sheet: TrackingSheet, { stage, track, change }: WaitingChange): TrackingSheet {
  const { state, assigneeId, dueOn, note } = change
  const before = sheet.cells.find(({ stageId, trackId }) => stageId === stage.id && trackId === track.id)
  return withCell(sheet, {
    stageId: stage.id,
    trackId: track.id,
    state: 'not-started',
    assigneeId: null,
    dueOn: null,
    note: '',
    ...before,
    ...(state !== undefined && { state }),
    ...(assigneeId !== undefined && { assigneeId }),
    ...(dueOn !== undefined && { dueOn }),
    ...(note !== undefined && { note }),
  })
}

function withCell(sheet: TrackingSheet, cell: StageCell): TrackingSheet {
  const others = sheet.cells.filter(({ stageId, trackId }) => stageId !== cell.stageId || trackId !== cell.trackId)
  return { ...sheet, cells: [...others, cell] }
}
