import { type PointerEvent, useEffect, useRef } from 'react'
import type { ComparisonMap } from '#audio/comparison-map-file.ts'
import type { Seconds } from '#shared/units.ts'
import { watchPixelRatio } from '#web/waveform/draw/pixel-ratio.ts'
import { watchTheme } from '#web/waveform/draw/wave-colours.ts'
import { pxAtSeconds, secondsAtPx } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { drawChangeMap } from './change-map-drawing.ts'
import styles from './DifferenceStrip.module.css'

interface ChangeMapProps {
  readonly map: ComparisonMap | undefined
  /** Offset of the rows' time from the map's. */
  readonly later: Seconds
  readonly viewport: WaveViewport
  readonly playhead: FollowPlayhead
  readonly onSeek: (at: Seconds) => void
}

/**
 * Where and in which bands two versions differ, on the rows' time axis. A shortcut for pointers only: the list of
 * changes has buttons.
 */
export function ChangeMap({ map, later, viewport, playhead, onSeek }: ChangeMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const position = useRef<Seconds>(0)
  useEffect(() => {
    const element = canvas.current
    if (!element || !map) return undefined
    const paint = () => paintMap(element, map, later, viewport)
    const observer = new ResizeObserver(paint)
    observer.observe(element)
    const stops = [() => observer.disconnect(), viewport.subscribe(paint), watchTheme(paint), watchPixelRatio(paint)]
    paint()
    return () => stops.forEach((stop) => stop())
  }, [map, later, viewport])
  useEffect(() => {
    const place = () => {
      const view = viewport.view()
      const px = pxAtSeconds(view, position.current)
      if (!line.current) return
      line.current.hidden = px < 0 || px > view.widthPx
      line.current.style.transform = `translateX(${px}px)`
    }
    const stops = [
      viewport.subscribe(place),
      playhead((at) => {
        position.current = at
        place()
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [viewport, playhead])
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button === 0)
      onSeek(secondsAtPx(viewport.view(), event.clientX - event.currentTarget.getBoundingClientRect().left))
  }
  return (
    <div className={styles.map} aria-hidden onPointerDown={press}>
      <canvas ref={canvas} className={styles.canvas} />
      <span ref={line} className={styles.playhead} />
    </div>
  )
}

function paintMap(element: HTMLCanvasElement, map: ComparisonMap, later: Seconds, viewport: WaveViewport): void {
  const ratio = devicePixelRatio
  const view = viewport.view()
  const [width, height] = [Math.round(element.clientWidth * ratio), Math.round(element.clientHeight * ratio)]
  if (width === 0 || height === 0) return
  element.width = width
  element.height = height
  const context = element.getContext('2d')
  const secondsPerColumn = (view.framesPerPx * view.widthPx) / width / view.sampleRate
  if (context)
    drawChangeMap(
      context,
      map,
      { width, height, from: view.startFrame / view.sampleRate - later, secondsPerColumn },
      getComputedStyle(element).color,
    )
}
