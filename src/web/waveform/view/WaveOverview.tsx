import { type PointerEvent, useEffect, useRef } from 'react'
import type { Seconds } from '#shared/units.ts'
import type { PeaksSource } from '../peaks-source.ts'
import { useViewport, useWaveView } from '../use-peaks.ts'
import { WavePainter } from '../draw/wave-painter.ts'
import { endFrame, frameAtPx, isWhole, pxAtFrame, secondsAtPx, showFrom } from './wave-view.ts'
import type { WaveViewport } from './wave-viewport.ts'
import type { FollowPlayhead } from '../Waveform.tsx'
import styles from './WaveOverview.module.css'

export interface WaveOverviewProps {
  readonly peaks: PeaksSource
  /** The detailed waveform's view: shown as a frame that can be dragged. */
  readonly viewport: WaveViewport
  readonly playhead?: FollowPlayhead
  readonly onSeek: (at: Seconds) => void
  readonly className?: string
}

/** The whole recording in a strip. A shortcut for pointers only: keys and screen readers use the detailed waveform. */
export function WaveOverview({ peaks, viewport, playhead, onSeek, className = '' }: WaveOverviewProps) {
  const host = useRef<HTMLDivElement>(null)
  /** Distance between the pointer and the frame's left edge at the start of the drag; undefined while not dragging. */
  const grip = useRef<number>(undefined)
  const detail = useWaveView(viewport)
  const whole = useViewport(detail)
  const wholeView = useWaveView(whole)

  useEffect(() => {
    if (!host.current) return undefined
    const painter = new WavePainter(host.current, { peaks, viewport: whole, gapPx: 2, headPx: 0, follow: 'off' })
    const stop = playhead?.(painter.showPosition)
    return () => {
      stop?.()
      painter.dispose()
    }
  }, [peaks, whole, playhead])

  const left = pxAtFrame(wholeView, detail.startFrame)
  const width = pxAtFrame(wholeView, endFrame(detail)) - left

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    event.currentTarget.setPointerCapture(event.pointerId)
    const isOnFrame = !isWhole(detail) && px >= left && px <= left + width
    grip.current = isOnFrame ? px - left : width / 2
    if (isOnFrame) return
    onSeek(secondsAtPx(wholeView, px))
    viewport.change((view) => showFrom(view, frameAtPx(wholeView, px - width / 2)))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const taken = grip.current
    if (taken === undefined) return
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    viewport.change((view) => showFrom(view, frameAtPx(wholeView, px - taken)))
  }
  const letGo = (): void => {
    grip.current = undefined
  }

  return (
    <div
      ref={host}
      className={`${styles['overview']} ${className}`}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {!isWhole(detail) && <div className={styles['frame']} style={{ left, width: Math.max(4, width) }} />}
    </div>
  )
}
