import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Seconds } from '#shared/units.ts'
import { useWaveView } from '../use-peaks.ts'
import type { SecondsRange } from '../view/wave-gestures.ts'
import type { KeyPress } from '../view/wave-keys.ts'
import { pxAtSeconds, secondsAtPx, showFrom, type WaveView } from '../view/wave-view.ts'
import type { WaveViewport } from '../view/wave-viewport.ts'
import { spokenPlace, waveformStrings } from '../waveform.strings.ts'
import styles from './WaveSelection.module.css'

type WaveEdge = 'from' | 'to'

const STEP_PX = 10

/** The range after moving one of its edges: rounded to a sample, within the recording, never past the other edge. */
function withEdge(
  { from, to }: SecondsRange,
  edge: WaveEdge,
  at: Seconds,
  { sampleRate, totalFrames }: WaveView,
): SecondsRange {
  const frame = Math.round(at * sampleRate)
  if (edge === 'from') return { from: Math.max(0, Math.min(frame, Math.round(to * sampleRate) - 1)) / sampleRate, to }
  return { from, to: Math.min(totalFrames, Math.max(frame, Math.round(from * sampleRate) + 1)) / sampleRate }
}

/** Where a key moves an edge: 10 pixels, with Shift one, with Alt one sample; undefined if the key is not handled. */
function edgeKeyPlace(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress,
  at: Seconds,
  { sampleRate, totalFrames, framesPerPx }: WaveView,
): Seconds | undefined {
  if (ctrlKey || metaKey) return undefined
  const step = Math.max(1, altKey ? 1 : framesPerPx * (shiftKey ? 1 : STEP_PX)) / sampleRate
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step
    case 'Home':
      return 0
    case 'End':
      return totalFrames / sampleRate
    default:
      return undefined
  }
}

export interface WaveSelectionProps {
  readonly viewport: WaveViewport
  readonly selection: SecondsRange
  readonly onSelect: (range: SecondsRange) => void
}

/**
 * The edges of a selection, movable by dragging and by keys. Place it beside the waveform in one box: a slider may not
 * contain sliders.
 */
export function WaveSelection({ viewport, selection, onSelect }: WaveSelectionProps) {
  return (
    <div className={styles['box']}>
      <Edge edge="from" {...{ viewport, selection, onSelect }} />
      <Edge edge="to" {...{ viewport, selection, onSelect }} />
    </div>
  )
}

function Edge({ viewport, selection, onSelect, edge }: WaveSelectionProps & { readonly edge: WaveEdge }) {
  const view = useWaveView(viewport)
  /** Distance between pointer and edge at the start of the drag; undefined while not dragging. */
  const grip = useRef<number>(undefined)
  const at = selection[edge]
  const px = pxAtSeconds(view, at)
  const duration = view.totalFrames / view.sampleRate
  const move = (to: Seconds): void => onSelect(withEdge(selection, edge, to, view))

  const pxOf = (event: PointerEvent<HTMLDivElement>): number =>
    event.clientX - (event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = pxOf(event) - px
    // A long press on the handle is a drag and opens no menu.
    if (event.pointerType !== 'mouse') event.stopPropagation()
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (grip.current !== undefined) move(secondsAtPx(view, pxOf(event) - grip.current))
  }
  const letGo = (): void => {
    grip.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = edgeKeyPlace(event, at, view)
    if (place === undefined) return
    event.preventDefault()
    move(place)
    const there = pxAtSeconds(view, place)
    if (there < 0 || there > view.widthPx)
      viewport.change((view) => showFrom(view, place * view.sampleRate - (view.framesPerPx * view.widthPx) / 2))
  }

  return (
    <div
      className={styles[edge]}
      // Out of view, it stays focusable at the margin.
      style={{ '--at': `${Math.max(0, Math.min(view.widthPx, px))}px` } as CSSProperties}
      role="slider"
      tabIndex={0}
      aria-label={edge === 'from' ? waveformStrings.selectionStart : waveformStrings.selectionEnd}
      aria-valuemin={0}
      aria-valuemax={round(duration)}
      aria-valuenow={round(at)}
      aria-valuetext={spokenPlace(at)}
      data-away={px < 0 || px > view.widthPx || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => {
        if (grip.current === undefined) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onKeyDown={onKeyDown}
    />
  )
}

function round(seconds: Seconds): number {
  return Math.round(seconds * 1000) / 1000
}
