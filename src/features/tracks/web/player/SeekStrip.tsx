import { useEffect, useRef, type PointerEvent } from 'react'
import type { Seconds } from '#shared/units.ts'
import { speakDuration } from '#web/i18n/format-duration.ts'
import { listening } from '#web/player/listening.ts'
import { useFollow, useListeningSnapshot } from '#web/player/use-listening.ts'
import { percentOf, secondsAt, seekByKey, shareOf, tellPlace } from '#web/waveform/view/seek-slider.ts'
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
        played.current.style.transform = `scaleX(${shareOf(position, durationSeconds)})`
        tellPlace(element, position, speakDuration)
      }),
    [follow, durationSeconds],
  )
  const seekTo = (event: PointerEvent<HTMLDivElement>) => listening.seek(secondsAt(event, durationSeconds))
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
      onKeyDown={(event) =>
        seekByKey(event, { at: listening.position(), duration: durationSeconds }, (at) => listening.seek(at))
      }
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
          style={{
            left: percentOf(loop.inAt, durationSeconds),
            right: percentOf(durationSeconds - loop.outAt, durationSeconds),
          }}
        />
      )}
    </div>
  )
}
