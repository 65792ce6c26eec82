import { useRef, useState, type CSSProperties, type FocusEvent, type KeyboardEvent } from 'react'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import { trackHref } from '#features/tracks/web/track-links.ts'
import { text } from '#web/i18n/text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { Stage } from '../../stages.contract.ts'
import { stageStrings as strings } from '../stages.strings.ts'
import { cellAction, type SheetPlace, stepInSheet, within } from './sheet-keys.ts'
import type { SheetView } from './sheet-view.ts'
import { progressOf, type SheetProgress } from './sheet-progress.ts'
import { stageEntries } from './stage-entries.ts'
import { StageMark } from './StageMark.tsx'
import styles from './SheetGrid.module.css'

/** Tracks in rows, stages in columns. One place has the focus, and arrow keys move it as in a spreadsheet. */
export function SheetGrid(view: SheetView) {
  const { projectId, tracks, stages, mayEdit, actions, onOpen, onSet, onClear, onRename } = view
  const grid = useRef<HTMLTableElement>(null)
  const size = { rows: tracks.length, columns: stages.length }
  const [focused, setFocused] = useState<SheetPlace>({ row: 0, column: 0 })
  const active = within(focused, { row: 0, column: -1 }, size)
  const go = (place: SheetPlace) => {
    setFocused(place)
    const target = grid.current?.querySelector<HTMLElement>(`[data-at="${atOf(place)}"]`)
    target?.focus()
    target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const stop = (place: SheetPlace) => ({
    'data-at': atOf(place),
    tabIndex: place.row === active.row && place.column === active.column ? 0 : -1,
  })
  const onFocus = ({ target }: FocusEvent) => {
    const place = placeAt(target)
    if (place) setFocused(place)
  }
  // Before the buttons in the head, whose menus would open by the arrow keys.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const from = placeAt(event.target)
    if (!from || !(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target)) return
    if (!carryOut(event, from, event.target)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const carryOut = (event: KeyboardEvent, from: SheetPlace, target: HTMLElement): boolean => {
    const to = stepInSheet(from, event, size)
    if (to) {
      go(to)
      return true
    }
    const [stage, listed] = [stages[from.column], tracks[from.row]]
    if (!stage) return false
    if (!listed) return mayEdit && onHeadKey(event, stage, from.column)
    const action = cellAction(event)
    if (action === undefined || (action !== 'open' && !mayEdit)) return false
    const cell = { stage, track: listed.track }
    if (action === 'open') onOpen(cell, target)
    else if (action === 'clear') onClear(cell)
    else onSet(cell, action)
    return true
  }
  const onHeadKey = (event: KeyboardEvent, stage: Stage, column: number): boolean => {
    if (event.key === 'F2') onRename(stage)
    else if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const to = column + (event.key === 'ArrowLeft' ? -1 : 1)
      if (to < 0 || to >= stages.length) return true
      actions.moveTo(stages, stage, to)
      // The head goes with its stage: the button is the same element, in another place.
      setFocused({ row: -1, column: to })
    } else return false
    return true
  }
  return (
    <div className={styles.room}>
      <table
        ref={grid}
        // As a grid, its cells take the focus one at a time.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={strings.sheet}
        aria-readonly={!mayEdit}
        className={styles.grid}
        style={{ '--stages': stages.length } as CSSProperties}
        onFocus={onFocus}
        onKeyDownCapture={onKeyDownCapture}
      >
        <colgroup>
          <col className={styles.titleColumn} />
          {stages.map(({ id }) => (
            <col key={id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={classNames(styles.head, styles.titles)}>
              {strings.title}
            </th>
            {stages.map((stage, column) => (
              <StageHead key={stage.id} view={view} stage={stage} stop={stop({ row: -1, column })} />
            ))}
          </tr>
        </thead>
        <tbody>
          {tracks.map((listed, row) => (
            <tr key={listed.track.id} className={styles.row}>
              <th scope="row" className={styles.titles}>
                <TrackTitle
                  view={view}
                  listed={listed}
                  href={trackHref(projectId, listed.track.id)}
                  stop={stop({ row, column: -1 })}
                />
              </th>
              {stages.map((stage, column) => (
                <Cell key={stage.id} view={view} stage={stage} listed={listed} stop={stop({ row, column })} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FocusStop {
  readonly 'data-at': string
  readonly tabIndex: number
}

const atOf = ({ row, column }: SheetPlace) => `${row}:${column}`

function placeAt(target: EventTarget): SheetPlace | undefined {
  const at = target instanceof HTMLElement ? target.dataset['at'] : undefined
  const [row, column] = (at ?? '').split(':').map(Number)
  return at === undefined || row === undefined || column === undefined ? undefined : { row, column }
}

interface StageHeadProps {
  readonly view: SheetView
  readonly stage: Stage
  readonly stop: FocusStop
}

/** Its name and progress; for editors, the button of its menu. */
function StageHead({ view, stage, stop }: StageHeadProps) {
  const { tracks, stages, cellOf, today, mayEdit, actions, onRename } = view
  const progress = progressOf(
    tracks.map(({ track }) => cellOf(stage.id, track.id)),
    today,
  )
  const inside = (
    <>
      <span className={styles.name} title={stage.name}>
        {stage.name}
      </span>{' '}
      <ProgressWords progress={progress} />
    </>
  )
  if (!mayEdit)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <th scope="col" className={classNames(styles.head, styles.stage)} {...stop}>
        {inside}
      </th>
    )
  return (
    <th scope="col" className={classNames(styles.head, styles.stage)}>
      <Menu entries={stageEntries({ stages, stage, actions, onRename, withKeys: true })}>
        <button type="button" className={styles.headButton} {...stop}>
          {inside}
        </button>
      </Menu>
    </th>
  )
}

function ProgressWords({ progress }: { readonly progress: SheetProgress }) {
  const { late } = progress
  return (
    <span className={styles.progress}>
      {progressWords(progress)}{' '}
      {late > 0 && <span className={styles.late}>{text(strings.lateCount, { count: late })}</span>}
    </span>
  )
}

export function progressWords({ done, of }: SheetProgress): string {
  return of === 0 ? strings.nothingNeeded : text(strings.progress, { done, of })
}

interface TrackTitleProps {
  readonly view: SheetView
  readonly listed: ListedTrack
  readonly href: string
  readonly stop: FocusStop
}

function TrackTitle({ view: { stages, cellOf, today }, listed: { track, number }, href, stop }: TrackTitleProps) {
  const progress = progressOf(
    stages.map(({ id }) => cellOf(id, track.id)),
    today,
  )
  return (
    <span className={styles.title}>
      <span className={styles.number}>{number}</span>
      <span className={styles.words}>
        <UiLink href={href} className={styles.link} title={track.title} {...stop}>
          {track.title}
        </UiLink>
        <ProgressWords progress={progress} />
      </span>
    </span>
  )
}

interface CellProps extends StageHeadProps {
  readonly listed: ListedTrack
}

function Cell({ view, stage, listed: { track }, stop }: CellProps) {
  const { cellOf, today, people, opened, onOpen } = view
  const cell = cellOf(stage.id, track.id)
  const isOpen = opened?.stage.id === stage.id && opened.track.id === track.id
  return (
    // Keys are the grid's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <td
      {...stop}
      className={styles.cell}
      data-open={isOpen || undefined}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onOpen({ stage, track }, currentTarget)}
    >
      <StageMark cell={cell} today={today} person={people.faceOf(cell.assigneeId)} />
    </td>
  )
}
