import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Seconds } from '#shared/units.ts'
import styles from './Waveform.module.css'
import { WavePainter } from './draw/wave-painter.ts'
import type { LazySamples } from './lazy-samples.ts'
import type { PeaksSource } from './peaks-source.ts'
import { usePeaksState, useWaveView } from './use-peaks.ts'
import { clockFormat, type RulerFormat } from './view/ruler-formats.ts'
import type { FollowMode } from './view/wave-follow.ts'
import { listenForGestures, type SecondsRange } from './view/wave-gestures.ts'
import { glideZoom } from './view/wave-glide.ts'
import { waveKeyAction } from './view/wave-keys.ts'
import { pxAtSeconds, showFrom } from './view/wave-view.ts'
import type { WaveViewport } from './view/wave-viewport.ts'
import { waveformStrings } from './waveform.strings.ts'

/**
 * Calls `draw` with the position at once and in every frame in which it moves; returns a function that stops it.
 * `player.follow` is one.
 */
export type FollowPlayhead = (draw: (position: Seconds) => void) => () => void

export interface WaveformProps {
  readonly peaks: PeaksSource
  /** For zoom levels finer than the peaks, down to single samples. Should be stable. */
  readonly samples?: LazySamples | undefined
  readonly viewport: WaveViewport
  /** The subject, for screen readers: "Glasshouse, version 6". */
  readonly label: string
  /** Undefined while something else is in the player; then there is no playhead. Should be stable. */
  readonly playhead?: FollowPlayhead
  readonly onSeek: (at: Seconds) => void
  readonly selection?: SecondsRange
  /** Called on every move of a drag. If omitted, ranges cannot be selected. */
  readonly onSelect?: (range: SecondsRange) => void
  /** Called on a press outside the selection. */
  readonly onLetGo?: () => void
  /** Whether the view follows the playhead; default true. */
  readonly followsPlayback?: boolean
  /** Whether to turn the page when the playhead leaves the view, or to keep it centred. */
  readonly followMode?: FollowMode
  /** The unit of the grid lines behind the wave. Should be stable. */
  readonly ruler?: RulerFormat
  /** Extra description of a moment for screen readers: "Chorus, note by Jo Okafor". */
  readonly describe?: (at: Seconds) => string | undefined
  /** Rendered above the wave; position it with `useWaveView` and `pxAtSeconds`. */
  readonly children?: ReactNode
  readonly className?: string
}

/** How far the playhead reaches into the lane above the wave. */
const HEAD_PX = 18

/** The detailed waveform: click or press keys to seek, drag to select, use the wheel to zoom about the pointer. */
export function Waveform({
  peaks,
  samples,
  viewport,
  label,
  playhead,
  onSeek,
  selection,
  onSelect,
  onLetGo,
  describe,
  followsPlayback = true,
  followMode = 'page',
  ruler = clockFormat,
  children,
  className = '',
}: WaveformProps) {
  const host = useRef<HTMLDivElement>(null)
  const position = useRef<Seconds>(0)
  const callbacks = useRef({ onSeek, onSelect, onLetGo, describe })
  const { totalFrames, sampleRate } = viewport.view()
  const duration = totalFrames / sampleRate
  const follow = followsPlayback ? followMode : 'off'

  useEffect(() => {
    callbacks.current = { onSeek, onSelect, onLetGo, describe }
  })

  useEffect(() => {
    const element = host.current
    return element ? listenForGestures(element, viewport, () => callbacks.current) : undefined
  }, [viewport])

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const painter = new WavePainter(element, {
      peaks,
      samples,
      viewport,
      gapPx: 10,
      grid: ruler,
      headPx: HEAD_PX,
      follow,
    })
    const stop = playhead?.((at) => {
      painter.showPosition(at)
      position.current = at
      announce(element, at, duration, callbacks.current.describe)
    })
    return () => {
      stop?.()
      painter.dispose()
    }
  }, [peaks, samples, viewport, playhead, duration, follow, ruler])

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = waveKeyAction(event, position.current, duration)
    if (!action) return
    event.preventDefault()
    if ('seekTo' in action) {
      onSeek(action.seekTo)
      // The playhead reports it only in the next frame; a second key press may come before.
      position.current = action.seekTo
      viewport.change((view) =>
        isInView(viewport, action.seekTo)
          ? view
          : showFrom(view, action.seekTo * sampleRate - (view.framesPerPx * view.widthPx) / 2),
      )
    } else if ('zoom' in action) glideZoom(viewport, pxAtSeconds(viewport.view(), position.current), action.zoom)
    else onSelect?.({ from: 0, to: duration })
  }

  return (
    <div
      ref={host}
      className={`${styles['wave']} ${className}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot hold a canvas, markers and shades
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={0}
      onKeyDown={onKeyDown}
    >
      {selection && <SelectionShade viewport={viewport} selection={selection} />}
      <FailedPeaks peaks={peaks} />
      {children}
    </div>
  )
}

function SelectionShade({
  viewport,
  selection,
}: {
  readonly viewport: WaveViewport
  readonly selection: SecondsRange
}) {
  const view = useWaveView(viewport)
  const left = Math.max(0, pxAtSeconds(view, selection.from))
  const right = Math.min(view.widthPx, pxAtSeconds(view, selection.to))
  return right > left && <div className={styles['shade']} style={{ left, width: right - left }} />
}

function FailedPeaks({ peaks }: { readonly peaks: PeaksSource }) {
  return usePeaksState(peaks) === 'failed' && <p className={styles['failed']}>{waveformStrings.failed}</p>
}

function isInView(viewport: WaveViewport, at: Seconds): boolean {
  const view = viewport.view()
  const px = pxAtSeconds(view, at)
  return px >= 0 && px <= view.widthPx
}

/**
 * Sets attributes directly and not through React, because the playhead bypasses state. Once a second is enough for
 * screen readers.
 */
function announce(
  element: HTMLElement,
  at: Seconds,
  duration: Seconds,
  describe?: (at: Seconds) => string | undefined,
): void {
  const now = String(Math.floor(at))
  if (element.getAttribute('aria-valuenow') === now && element.hasAttribute('aria-valuetext')) return
  element.setAttribute('aria-valuenow', now)
  const more = describe?.(at)
  const text = waveformStrings.position(at, duration)
  element.setAttribute('aria-valuetext', more === undefined ? text : `${text}, ${more}`)
}
