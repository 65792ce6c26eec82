import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { Seconds } from '#shared/units.ts'
import { speakDuration } from '#web/i18n/format-duration.ts'
import { listening } from '#web/player/listening.ts'
import { useFollow, useListeningSnapshot } from '#web/player/use-listening.ts'
import { waveKeyAction } from '#web/waveform/view/wave-keys.ts'
import { playerStrings } from './player.strings.ts'
import styles from './SeekStrip.module.css'

/** The whole length as a line along the bar's upper edge; without a length, only a line. */
export function SeekStrip({ durationSeconds }: { readonly durationSeconds: Seconds | undefined }) {
  if (durationSeconds !== undefined) return <SeekSlider durationSeconds={durationSeconds} />
  return (
    <div className={styles.strip} data-off aria-hidden>
      <span className={styles.line} />
    </div>
  )
}

/** Press, drag or use the arrow keys. */
function SeekSlider({ durationSeconds }: { readonly durationSeconds: Seconds }) {
  const strip = useRef<HTMLDivElement>(null)
  const played = useRef<HTMLSpanElement>(null)
  const follow = useFollow()
  const { loop } = useListeningSnapshot()
  useEffect(
    () =>
      follow((position) => {
        const element = strip.current
        if (!element || !played.current) return
        played.current.style.transform = `scaleX(${Math.min(1, position / Math.max(0.001, durationSeconds))})`
        const second = String(Math.floor(position))
        if (element.getAttribute('aria-valuenow') === second) return
        element.setAttribute('aria-valuenow', second)
        element.setAttribute('aria-valuetext', speakDuration(position))
      }),
    [follow, durationSeconds],
  )
  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    listening.seek(Math.min(1, Math.max(0, (event.clientX - left) / width)) * durationSeconds)
  }
  const shareOf = (seconds: Seconds) => `${Math.min(1, Math.max(0, seconds / Math.max(0.001, durationSeconds))) * 100}%`
  const onKeyDown = (event: KeyboardEvent) => {
    const action = waveKeyAction(event, listening.position(), durationSeconds)
    if (!action || !('seekTo' in action)) return
    event.preventDefault()
    listening.seek(action.seekTo)
  }
  return (
    // A range input would write its own value; the playhead is drawn outside React in every frame.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div
      ref={strip}
      className={styles.strip}
      role="slider"
      tabIndex={0}
      aria-label={playerStrings.seek}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSeconds)}
      aria-valuenow={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event)
      }}
    >
      <span className={styles.line}>
        <span ref={played} className={styles.played} />
      </span>
      {loop && (
        <span
          className={styles.loop}
          style={{ left: shareOf(loop.inAt), right: shareOf(durationSeconds - loop.outAt) }}
        />
      )}
    </div>
  )
}
