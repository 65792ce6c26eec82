import { Columns3, Download, Ellipsis, Grid3x3, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { localDay } from '#web/i18n/due-day.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { listTracks } from '#features/tracks/web/list/track-list.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { saveBlob } from '#web/ui/save-blob.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { MOST_STAGES, stageStates, usualStages } from '../../stage-states.ts'
import type { Stage } from '../../stages.contract.ts'
import { stagePolicy } from '../../stages.policy.ts'
import { stageStrings as strings } from '../stages.strings.ts'
import { CellEditor } from './CellEditor.tsx'
import { CellForm } from './CellForm.tsx'
import { SheetCards } from './SheetCards.tsx'
import { SheetGrid } from './SheetGrid.tsx'
import { sheetCsv } from './sheet-csv.ts'
import { useSheetPeople } from './sheet-people.ts'
import { cellsIn, clearedCell, isUntouched, progressOf } from './sheet-progress.ts'
import type { SheetView } from './sheet-view.ts'
import { StageNameDialog } from './StageNameDialog.tsx'
import { stageEntries } from './stage-entries.ts'
import { type NamedCell, useSheet } from './use-sheet.ts'
import styles from './TrackingSheet.module.css'

const CellConflictDialog = lazyPart(() => import('./CellConflictDialog.tsx'))

interface TrackingSheetProps {
  readonly project: ProjectDetails
  /** Leads back to the list of tracks. */
  readonly switcher: ReactNode
}

/** How far each track of a project is in each stage of the work. */
export default function TrackingSheet({ project, switcher }: TrackingSheetProps) {
  const { sheet, error, refetch, isFetching, conflict, decide, ...actions } = useSheet(project.id)
  const isPhone = useMedia(phoneQuery)
  const people = useSheetPeople(project)
  const [opened, setOpened] = useState<(NamedCell & { readonly anchor: HTMLElement }) | undefined>()
  const [naming, setNaming] = useState<Stage | 'new' | undefined>()
  const mayEdit = allows(project, stagePolicy['stage.edit'])
  useSheetKeys(mayEdit)
  const tracks = listTracks(project)
  const today = localDay()
  if (!sheet)
    return (
      <>
        <div className={styles.tools}>{switcher}</div>
        {error ? (
          <ErrorView error={error} onRetry={() => void refetch()} retrying={isFetching}>
            {text(strings.failed, { reason: reasonOf(error) })}
          </ErrorView>
        ) : (
          <SkeletonGroup>
            <SkeletonRows rows={5} end={168} />
          </SkeletonGroup>
        )}
      </>
    )
  const { stages } = sheet
  const cellOf = cellsIn(sheet.cells)
  const clear = (cell: NamedCell) => {
    const before = cellOf(cell.stage.id, cell.track.id)
    if (isUntouched(before)) return
    const names = { stage: cell.stage.name, title: cell.track.title }
    const { state, assigneeId, dueOn, note } = before
    actions.change(cell, clearedCell)
    toast({
      text: text(strings.cleared, names),
      undo: () => {
        actions.change(cell, { state, assigneeId, dueOn, note })
        toast({ text: text(strings.putBack, names) })
      },
    })
  }
  const view: SheetView = {
    projectId: project.id,
    tracks,
    stages,
    cellOf,
    people,
    today,
    mayEdit,
    actions,
    opened,
    onOpen: (cell, anchor) => setOpened({ ...cell, anchor }),
    onSet: actions.change,
    onClear: clear,
    onRename: setNaming,
  }
  const download = () =>
    saveBlob(
      // Spreadsheets read UTF-8 only after this mark.
      new Blob(['\uFEFF', sheetCsv({ ...view, tracks: tracks.map(({ track }) => track), nameOf: people.nameOf })], {
        type: 'text/csv',
      }),
      text(strings.csvFile, { name: project.name }),
    )
  const Rows = isPhone ? SheetCards : SheetGrid
  const add = mayEdit && stages.length < MOST_STAGES ? () => setNaming('new') : undefined
  const isThere = opened && stages.some(({ id }) => id === opened.stage.id)
  return (
    <div className={styles.sheet}>
      <div className={styles.tools}>
        {switcher}
        {stages.length > 0 && <WholeProgress {...view} />}
        <span className={styles.gap} />
        {stages.length > 0 && add && <AddStage isPhone={isPhone} onAdd={add} />}
        {stages.length > 0 && (
          <Menu entries={moreEntries(view, isPhone, download)} align="end">
            <IconButton icon={Ellipsis} label={strings.menu} size="small" />
          </Menu>
        )}
      </div>
      {stages.length > 0 ? <Rows {...view} /> : <NoStages onStart={actions.add} onAdd={add} />}
      {isThere && (
        <CellEditor key={opened.anchor.dataset['at']} {...opened} onClose={() => setOpened(undefined)}>
          <CellForm
            key={`${opened.stage.id} ${opened.track.id}`}
            cell={cellOf(opened.stage.id, opened.track.id)}
            today={today}
            people={people}
            onChange={mayEdit ? (change) => actions.change(opened, change) : undefined}
            onDone={() => setOpened(undefined)}
          />
        </CellEditor>
      )}
      {conflict && <CellConflictDialog conflict={conflict} onDecide={decide} />}
      {naming && (
        <StageNameDialog
          projectId={project.id}
          stage={naming === 'new' ? undefined : naming}
          onClose={() => setNaming(undefined)}
        />
      )}
    </div>
  )
}

function AddStage({ isPhone, onAdd }: { readonly isPhone: boolean; readonly onAdd: () => void }) {
  return isPhone ? (
    <IconButton icon={Plus} label={strings.add} size="small" onClick={onAdd} />
  ) : (
    <Button tone="quiet" size="small" icon={Plus} onClick={onAdd}>
      {strings.add}
    </Button>
  )
}

function WholeProgress({ tracks, stages, cellOf, today }: SheetView) {
  const { done, of, late } = progressOf(
    tracks.flatMap(({ track }) => stages.map(({ id }) => cellOf(id, track.id))),
    today,
  )
  return (
    <p className={styles.whole}>
      {text(strings.doneOf, { done, of })}
      {late > 0 && <span className={styles.late}>{text(strings.lateCount, { count: late })}</span>}
    </p>
  )
}

/** On a phone, where there are no column heads, the stages have their menus here. */
function moreEntries(view: SheetView, isPhone: boolean, download: () => void): readonly MenuEntry[] {
  const { stages, mayEdit } = view
  return [
    ...(isPhone && mayEdit
      ? stages.map((stage): MenuEntry => ({
          kind: 'submenu',
          label: stage.name,
          icon: Columns3,
          entries: stageEntries({ ...view, stage }),
        }))
      : []),
    isPhone && mayEdit && { kind: 'separator' },
    { kind: 'action', label: strings.download, icon: Download, onSelect: download },
  ]
}

interface NoStagesProps {
  readonly onStart: (names: readonly string[]) => void
  /** Undefined for people who only read. */
  readonly onAdd: (() => void) | undefined
}

function NoStages({ onStart, onAdd }: NoStagesProps) {
  return (
    <EmptyState
      icon={Grid3x3}
      title={strings.empty}
      action={
        onAdd && (
          <span className={styles.starts}>
            <Button tone="primary" onClick={() => onStart(usualStages)}>
              {text(strings.startWith, { names: usualStages.join(', ') })}
            </Button>
            <Button onClick={onAdd}>{strings.addOwn}</Button>
          </span>
        )
      }
    >
      {onAdd ? strings.emptyWords : strings.emptyReader}
    </EmptyState>
  )
}

/** Only listed: the grid handles them. */
function useSheetKeys(mayEdit: boolean): void {
  const { group, keys, states } = strings
  usePageKeys([
    { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], label: keys.move, group },
    { keys: ['Enter'], label: keys.open, group },
    ...(mayEdit
      ? [
          ...stageStates.map((state, index) => ({ keys: [String(index + 1)], label: states[state], group })),
          { keys: ['Delete', 'Backspace'], label: keys.clear, group },
          { keys: ['F2'], label: keys.rename, group },
          { keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'], label: keys.moveStage, group },
        ]
      : []),
  ])
}
