import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { Table, type TableColumn } from '#web/ui/list/Table.tsx'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { ProjectDetails, Track } from '../../tracks.contract.ts'
import type { TrackMenuContext } from '../track/track-entries.ts'
import { moveTo, type ListedTrack } from './track-list.ts'
import type { TrackListAddition } from '../track-points.ts'
import { TrackRow } from './TrackRow.tsx'
import { trackStrings } from '../tracks.strings.ts'
import styles from './TracksTable.module.css'

export interface TrackRowsProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  /** Other features' additions to each row. */
  readonly added: readonly TrackListAddition[]
  readonly tracks: readonly ListedTrack[]
  /** Complete and in album order, so that rows can be moved. */
  readonly movable: boolean
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

/** Album order changes by dragging a row, or with Alt and the arrow keys. */
export function TracksTable({ project, menuContext, added, tracks, movable, onRename }: TrackRowsProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const followFocus = useFollowFocus('data-track-row', ' a')
  const ids = tracks.map(({ track }) => track.id)
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
  return (
    <>
      <Table label={trackStrings.table} columns={columns}>
        {tracks.map((listed, index) => {
          const { track } = listed
          const step = (by: 1 | -1) =>
            movable && ids[index + by] !== undefined ? () => move(track, index + by) : undefined
          const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
            if (
              by === 0 ||
              event.defaultPrevented ||
              event.ctrlKey ||
              event.metaKey ||
              event.shiftKey ||
              isTyping(event.target)
            )
              return
            event.preventDefault()
            if (event.altKey) step(by)?.()
            else followFocus(ids[index + by] ?? track.id)
          }
          const drag = movable && {
            draggable: true,
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
              columns={columns.length}
              onRename={() => onRename(track)}
              onMove={movable ? { up: step(-1), down: step(1) } : undefined}
              row={{ ...drag, onKeyDown, className: edge, 'data-dragged': dragged === track.id }}
            />
          )
        })}
      </Table>
      <VisuallyHidden>
        <output>{told}</output>
      </VisuallyHidden>
    </>
  )
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof Element && target.closest('[role="menu"]') !== null)
  )
}
