import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { text } from '#web/i18n/text.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { useTooltipTiming } from '#web/ui/overlay/use-tooltip-timing.ts'
import { calmView } from '../view/calm-view.ts'
import { isStretch, itemMarkers, itemPlace, type LaneItem, laneItems, type WaveMarker } from './wave-markers.ts'
import { secondsAtPx, showFrom, showRange } from '../view/wave-view.ts'
import type { WaveViewport } from '../view/wave-viewport.ts'
import { waveformStrings } from '../waveform.strings.ts'
import { WaveMarkerPreview } from './WaveMarkerPreview.tsx'
import styles from './WaveMarkers.module.css'

export interface WaveMarkersProps {
  readonly viewport: WaveViewport
  /** In time order, see `inTimeOrder`. If empty, nothing is rendered. Should be stable. */
  readonly markers: readonly WaveMarker[]
  /** The content of a pin's head: initials, an icon. */
  readonly face: (marker: WaveMarker) => ReactNode
  /** A marker's content, shown on hover; if omitted, its label is shown. */
  readonly preview?: ((marker: WaveMarker) => ReactNode) | undefined
  /** A marker's context menu, built on demand. */
  readonly entries?: ((marker: WaveMarker) => readonly MenuEntry[]) | undefined
  readonly onChoose: (marker: WaveMarker) => void
  readonly chosenId?: string
  readonly className?: string
}

/** A narrower bar has no space for text. */
const TEXT_FROM_PX = 84
/** A narrower bar has space only for the initials. */
const NARROW_PX = 48

/**
 * A lane of pins and ranges above the wave: buttons in time order with one tab stop; arrow keys move also beyond the
 * view.
 */
export function WaveMarkers({
  viewport,
  markers,
  face,
  preview,
  entries,
  onChoose,
  chosenId,
  className = '',
}: WaveMarkersProps) {
  const lane = useRef<HTMLDivElement>(null)
  const calm = useMemo(() => calmView(viewport), [viewport])
  const view = useSyncExternalStore(calm.subscribe, calm.view)
  const items = useMemo(() => laneItems(markers, view), [markers, view])
  const [walked, setWalked] = useState<string>()
  /** An arrow key moved the tab stop; focus it once it has rendered. */
  const isWalking = useRef(false)
  const stop = items.find((item) => holds(item, walked)) ?? items[0]

  // Each frame of a zoom only moves the items; they are grouped again at intervals.
  useLayoutEffect(() => {
    const place = (): void => placeItems(lane.current, items, viewport)
    place()
    return viewport.subscribe(place)
  }, [items, viewport])

  useEffect(() => {
    if (!isWalking.current) return
    isWalking.current = false
    lane.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })

  if (markers.length === 0) return null

  const walkTo = (marker: WaveMarker | undefined): void => {
    if (!marker) return
    const at = marker.from * view.sampleRate
    if (!laneItems(markers, viewport.view()).some((item) => holds(item, marker.id)))
      viewport.change((view) => showFrom(view, at - (view.framesPerPx * view.widthPx) / 4))
    calm.catchUp()
    isWalking.current = true
    setWalked(marker.id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !stop) return
    const here = itemMarkers(stop)
    const [first, last] = [here[0], here.at(-1)]
    const target = {
      ArrowRight: last && markers[markers.indexOf(last) + 1],
      ArrowLeft: first && markers[markers.indexOf(first) - 1],
      Home: markers[0],
      End: markers.at(-1),
    }[event.key]
    if (!['ArrowRight', 'ArrowLeft', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    walkTo(target)
  }
  const press = (item: LaneItem): void => {
    const [first] = itemMarkers(item)
    const last = itemMarkers(item).at(-1)
    if (item.kind !== 'cluster' || !first || !last) return first && onChoose(first)
    // Zooms in until they separate; markers at the same moment never do.
    const view = viewport.view()
    const margin = (last.from - first.from) * view.sampleRate * 0.3
    if (margin > 0 && secondsAtPx(view, itemPlace(item, view).px + 19) > first.from)
      viewport.change((view) =>
        showRange(view, first.from * view.sampleRate - margin, last.from * view.sampleRate + margin),
      )
    else onChoose(first)
  }

  const rows = items.reduce((most, item) => (item.kind === 'range' ? Math.max(most, item.row + 1) : most), 0)
  const hasPins = items.some(({ kind }) => kind !== 'range') || markers.some((marker) => !isStretch(marker))
  return (
    <div
      ref={lane}
      role="group"
      aria-label={waveformStrings.markers}
      className={`${styles['lane']} ${className}`}
      style={
        { '--rows': Math.max(rows, markers.some(isStretch) ? 1 : 0), '--pins': hasPins ? 1 : 0 } as React.CSSProperties
      }
    >
      {items.map((item) => (
        <LaneButton
          key={itemMarkers(item)[0]?.id}
          item={item}
          isStop={item === stop}
          isChosen={holds(item, chosenId)}
          preview={preview}
          entries={entries && (() => itemEntries(item, entries))}
          onPress={() => press(item)}
          onFocus={() => setWalked(itemMarkers(item)[0]?.id)}
          onKeyDown={onKeyDown}
        >
          {item.kind === 'cluster' ? item.markers.length : face(item.marker)}
        </LaneButton>
      ))}
    </div>
  )
}

interface LaneButtonProps {
  readonly item: LaneItem
  readonly isStop: boolean
  readonly isChosen: boolean
  readonly preview: WaveMarkersProps['preview']
  readonly entries: (() => readonly MenuEntry[]) | undefined
  readonly onPress: () => void
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** At most this many previews of a cluster. */
const PREVIEWS = 4

function LaneButton({
  item,
  isStop,
  isChosen,
  preview,
  entries = noEntries,
  onPress,
  onFocus,
  onKeyDown,
  children,
}: LaneButtonProps) {
  const here = itemMarkers(item)
  const [first] = here
  const button = useRef<HTMLButtonElement>(null)
  const [box, setBox] = useState<DOMRect | null>(null)
  const timing = useTooltipTiming({
    show: () => setBox(button.current?.getBoundingClientRect() ?? null),
    hide: () => setBox(null),
  })
  const hasPreview = preview !== undefined && here.some(({ state }) => state !== 'plain')
  const { onFocus: showOnFocus, ...pointing } = timing.targetHandlers
  const label =
    item.kind === 'cluster'
      ? `${text(waveformStrings.markersHere, { count: item.markers.length })}: ${item.markers
          .slice(0, 3)
          .map((marker) => marker.label)
          .join(' · ')}${item.markers.length > 3 ? ' …' : ''}`
      : item.marker.label
  const look = {
    ...(item.kind === 'range' && { '--row': item.row }),
    '--a': item.kind === 'cluster' ? 'var(--c-text-2)' : first?.colour,
  } as React.CSSProperties
  return (
    <>
      <ContextMenu entries={entries} label={label}>
        <button
          ref={button}
          type="button"
          className={styles[item.kind]}
          style={look}
          tabIndex={isStop ? 0 : -1}
          aria-label={label}
          aria-pressed={isChosen || undefined}
          title={hasPreview ? undefined : label}
          data-state={item.kind === 'cluster' ? 'plain' : first?.state}
          data-narrow={(item.kind === 'range' && item.widthPx < NARROW_PX) || undefined}
          {...(hasPreview && pointing)}
          onClick={() => {
            timing.hideNow()
            onPress()
          }}
          onContextMenu={timing.hideNow}
          onFocus={(event) => {
            onFocus()
            if (hasPreview) showOnFocus(event)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') timing.hideNow()
            onKeyDown(event)
          }}
        >
          <span className={styles['face']}>{children}</span>
          {item.kind === 'range' && item.widthPx >= TEXT_FROM_PX && (
            <span className={styles['text']}>{item.marker.text}</span>
          )}
        </button>
      </ContextMenu>
      {box && hasPreview && (
        <WaveMarkerPreview box={box} {...timing.contentHandlers}>
          {here.slice(0, PREVIEWS).map((marker) => (
            <div key={marker.id}>{preview(marker) ?? marker.label}</div>
          ))}
          {here.length > PREVIEWS && text(waveformStrings.markersMore, { count: here.length - PREVIEWS })}
        </WaveMarkerPreview>
      )}
    </>
  )
}

const noEntries = (): readonly MenuEntry[] => []
/** At most this many menus of a cluster; zoom in for the others. */
const MENUS = 8

/** A marker's own menu, or one submenu for each in a cluster. */
function itemEntries(item: LaneItem, entries: (marker: WaveMarker) => readonly MenuEntry[]): readonly MenuEntry[] {
  if (item.kind !== 'cluster') return entries(item.marker)
  const withSome = item.markers
    .map((marker) => ({ label: marker.label, entries: entries(marker) }))
    .filter((one) => one.entries.some(Boolean))
  return withSome.slice(0, MENUS).map((one) => ({ kind: 'submenu', ...one }))
}

/** Sets positions directly and not through React, for speed; rounded to tenths of a pixel. */
function placeItems(lane: HTMLElement | null, items: readonly LaneItem[], viewport: WaveViewport): void {
  const view = viewport.view()
  items.forEach((item, i) => {
    const button = lane?.children[i]
    if (!(button instanceof HTMLElement)) return
    const { px, widthPx, inwardsPx = 0 } = itemPlace(item, view)
    button.style.transform = `translateX(${(px + inwardsPx).toFixed(1)}px)`
    // The stem stays at the marker's moment.
    if (inwardsPx === 0) button.style.removeProperty('--inwards')
    else button.style.setProperty('--inwards', `${inwardsPx.toFixed(1)}px`)
    if (widthPx !== undefined) button.style.width = `${widthPx.toFixed(1)}px`
  })
}

function holds(item: LaneItem, id: string | undefined): boolean {
  return id !== undefined && itemMarkers(item).some((marker) => marker.id === id)
}
