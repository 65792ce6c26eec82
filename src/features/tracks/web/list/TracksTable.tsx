import { useState, type ComponentProps, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { LongTableRows } from '#web/ui/list/LongList.tsx'
import { Table, type TableColumn } from '#web/ui/list/Table.tsx'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { ProjectDetails, Track } from '../../tracks.contract.ts'
import type { TrackMenuContext } from '../track/track-entries.ts'
import { moveTo, type ListedTrack } from './track-list.ts'
import type { TrackArrival, TrackListAddition } from '../track-points.ts'
import { ArrivingRow } from './ArrivingRow.tsx'
import { useTrackRowHeight } from './track-row-height.ts'
import { TrackRow } from './TrackRow.tsx'
import type { TrackSelection } from './use-track-selection.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './TracksTable.module.css'

export interface TrackRowsProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  /** Other features' additions to each row. */
  readonly added: readonly TrackListAddition[]
  readonly tracks: readonly ListedTrack[]
  /** Files on their way to one of the tracks. */
  readonly arrivals: readonly TrackArrival[]
  /** Those that make a track. */
  readonly newTracks: readonly TrackArrival[]
  /** Complete and in album order, so that rows can be moved. */
  readonly movable: boolean
  /** Undefined if its tracks are not selected. */
  readonly selection: TrackSelection | undefined
  /** In a dialog, where there is no space to type in the row. */
  readonly onRename: (track: Track) => void
}

const { columns: words } = trackStrings
const columns: readonly TableColumn[] = [
  { key: 'number', label: words.number, width: 44 },
  { key: 'title', label: words.title },
  { key: 'wave', label: words.wave, width: 184, from: 820 },
  { key: 'version', label: words.version, width: 72 },
  { key: 'status', label: words.status, width: 184 },
  { key: 'loudness', label: words.loudness, width: 62, numeric: true, from: 1090 },
  { key: 'peak', label: words.peak, width: 62, numeric: true, from: 1090 },
  { key: 'length', label: words.length, width: 86, numeric: true, from: 640 },
  { key: 'notes', label: words.notes, width: 62, numeric: true },
  { key: 'updated', label: words.updated, width: 96, numeric: true, from: 940 },
  { key: 'menu', label: words.menu, labelHidden: true, width: 48 },
]

const rowsAtOnce = 20

/** Album order changes by dragging a row, or with Alt and the arrow keys. */
export function TracksTable({
  project,
  menuContext,
  added,
  tracks,
  arrivals,
  newTracks,
  movable,
  selection,
}: TrackRowsProps) {
  const [renaming, setRenaming] = useState<string | null>(null)
  const rowHeight = useTrackRowHeight()
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const followFocus = useFollowFocus('data-track-row', ' a')
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  /** The part of the list with the focus; those beside it are rendered, too, so that arrow keys find their rows. */
  const [focusedPart, setFocusedPart] = useState(0)
  const ids = tracks.map(({ track }) => track.id)
  const rows = tracks.map((listed): ShownRow => ({ id: listed.track.id, listed }))
  const partsToKeep = [-1, 0, 1].map((by) => ids[(focusedPart + by) * rowsAtOnce])
  const move = (track: Track, to: number) => {
    const order = moveTo(ids, track.id, to)
    if (order === ids) return
    menuContext.actions.reorder(order)
    setTold(text(trackStrings.moved, { title: track.title, number: to + 1 }))
    followFocus(track.id)
  }
  const dragEnd = () => {
    setDragged(null)
    setTarget(null)
  }
  const trackRow = ({ listed }: ShownRow, index: number) => {
    const { track } = listed
    const step = (by: 1 | -1) => (movable && ids[index + by] !== undefined ? () => move(track, index + by) : undefined)
    const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.defaultPrevented || isTyping(event.target)) return
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      const next = ids[index + by] ?? track.id
      if (isCommand(event)) {
        if (event.key === ' ') selection?.toggle(track.id)
        else if (event.key === 'a') selection?.selectAll()
        else return
      } else if (event.key === 'F2' && menuContext.mayEdit) setRenaming(track.id)
      else if (by === 0) return
      else if (event.altKey) step(by)?.()
      else {
        if (event.shiftKey) selection?.extendTo(next, track.id)
        followFocus(next)
      }
      event.preventDefault()
    }
    const onRenamed = (title: string | null) => {
      setRenaming(null)
      if (title !== null) menuContext.actions.rename(track, title)
      followFocus(track.id)
    }
    const drag = movable && {
      // In a row that can be dragged, a pointer cannot select in a field.
      draggable: renaming === null,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', track.title)
        setDragged(track.id)
      },
      onDragEnd: dragEnd,
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setTarget(track.id)
      },
      onDrop: (event: DragEvent) => {
        const moved = tracks.find((one) => one.track.id === dragged)
        if (!moved) return
        event.preventDefault()
        move(moved.track, index)
        dragEnd()
      },
    }
    const edge =
      dragged === null || target !== track.id || dragged === track.id
        ? undefined
        : ids.indexOf(dragged) > index
          ? styles.above
          : styles.below
    return (
      <TrackRow
        key={track.id}
        project={project}
        menuContext={menuContext}
        added={added}
        listed={listed}
        arrival={arrivals.find(({ trackId }) => trackId === track.id)}
        columns={columns.length}
        isSelected={selection?.ids.has(track.id) === true}
        isSelecting={selection !== undefined && selection.ids.size > 0}
        onSelect={selection && (() => selection.toggle(track.id))}
        isOpen={openIds.has(track.id)}
        onOpen={(isOpen) => setOpenIds(withOrWithout(openIds, track.id, isOpen))}
        isRenaming={renaming === track.id}
        onRename={() => setRenaming(track.id)}
        onRenamed={onRenamed}
        onMove={movable ? { up: step(-1), down: step(1) } : undefined}
        row={{
          ...drag,
          ...rowPresses(track.id, selection),
          onFocus: () => setFocusedPart(Math.floor(index / rowsAtOnce)),
          onKeyDown,
          className: edge,
          'data-dragged': dragged === track.id,
        }}
      />
    )
  }
  return (
    <div data-rows={rowHeight}>
      <Table
        label={trackStrings.table}
        columns={columns}
        bodies={
          <LongTableRows
            items={rows}
            rowHeight={rowHeight === 'compact' ? 37 : 57}
            columns={columns.length}
            atOnce={rowsAtOnce}
            keepIds={[...partsToKeep, dragged ?? undefined, renaming ?? undefined]}
          >
            {trackRow}
          </LongTableRows>
        }
      >
        {newTracks.map((arrival) => (
          <ArrivingRow key={arrival.id} arrival={arrival} columns={columns.length} />
        ))}
      </Table>
      <VisuallyHidden>
        <output>{told}</output>
      </VisuallyHidden>
    </div>
  )
}

/** With the id by which the list knows it. */
interface ShownRow {
  readonly id: string
  readonly listed: ListedTrack
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

const isCommand = ({ ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>) => ctrlKey || metaKey

/** A click opens the track; with Ctrl, Command or Shift it selects, wherever in the row. */
function rowPresses(id: string, selection: TrackSelection | undefined): ComponentProps<'tr'> {
  // A menu's entries are React's children of the row, but not in it.
  const isIn = ({ currentTarget, target }: MouseEvent, other: string) =>
    !(target instanceof Element) || !currentTarget.contains(target) || target.closest(other) !== null
  const link = ({ currentTarget }: MouseEvent) => currentTarget.querySelector<HTMLAnchorElement>('a[href]')
  return {
    onMouseDown: (event) => {
      // Otherwise the browser selects the text in between.
      if (selection && event.shiftKey && !isIn(event, 'input')) event.preventDefault()
    },
    onClickCapture: (event) => {
      if (!selection || !(isCommand(event) || event.shiftKey) || isIn(event, 'input, label')) return
      event.preventDefault()
      event.stopPropagation()
      if (event.shiftKey) selection.extendTo(id)
      else selection.toggle(id)
    },
    onClick: (event) => {
      const isOnText = window.getSelection()?.isCollapsed === false
      if (isOnText || isIn(event, 'a, button, input, label, [data-own-press]')) return
      link(event)?.click()
    },
    onAuxClick: (event) => {
      if (event.button === 1 && !isIn(event, 'a, button, input, label')) window.open(link(event)?.href, '_blank')
    },
  }
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof Element && target.closest('[role="menu"]') !== null)
  )
}
