import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Seconds } from '#shared/units.ts'
import { formatDuration, speakDuration } from '#web/i18n/format-duration.ts'
import { trueMinus } from '#web/i18n/locale.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useFollow, useListeningSnapshot } from '#web/player/use-listening.ts'
import { classNames } from '#web/ui/class-names.ts'
import { writeText } from '#web/ui/write-text.ts'
import { WavePainter } from '#web/waveform/draw/wave-painter.ts'
import { usePeaks, useViewport } from '#web/waveform/use-peaks.ts'
import { percentOf, secondsAt, seekByKey, shareOf, tellPlace } from '#web/waveform/view/seek-slider.ts'
import type { FullPlayerMark } from './full-player-point.ts'
import { LoopRange } from '../monitor/LoopButton.tsx'
import styles from './FullPlayerScrub.module.css'
import { playerStrings } from './player.strings.ts'

interface FullPlayerScrubProps {
  readonly heard: Heard
  readonly marks: readonly FullPlayerMark[]
}

/** The whole recording: a drag looks for a place, and letting go plays from there. */
export function FullPlayerScrub({ heard, marks }: FullPlayerScrubProps) {
  const { durationSeconds } = heard.playable
  const { loop } = useListeningSnapshot()
  const slider = useRef<HTMLDivElement>(null)
  const now = useRef<HTMLSpanElement>(null)
  const left = useRef<HTMLSpanElement>(null)
  const played = useRef<HTMLSpanElement>(null)
  const showWave = useRef<(at: Seconds) => void>(undefined)
  /** While a finger is down: nothing else moves the place. */
  const [sought, setSought] = useState<Seconds>()
  const isSeeking = useRef(false)
  const follow = useFollow()
  const show = (at: Seconds) => {
    writeText(now.current, formatDuration(at))
    writeText(left.current, `${trueMinus}${formatDuration(Math.max(0, durationSeconds - at))}`)
    showWave.current?.(at)
    if (played.current) played.current.style.transform = `scaleX(${shareOf(at, durationSeconds)})`
    if (slider.current) tellPlace(slider.current, at, speakDuration)
  }
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(
    () =>
      follow((at) => {
        if (!isSeeking.current) latest.current(at)
      }),
    [follow],
  )
  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const at = secondsAt(event, durationSeconds)
    setSought(at)
    show(at)
  }
  const end = () => {
    isSeeking.current = false
    setSought(undefined)
  }
  return (
    <div className={styles.place}>
      <div className={styles.marks} aria-hidden>
        {spaced(marks, durationSeconds).map(({ at, colour, isOpen }) => (
          <span
            key={at}
            className={classNames(styles.mark, isOpen && styles.open)}
            style={{ left: percentOf(at, durationSeconds), color: colour }}
          />
        ))}
      </div>
      <div
        ref={slider}
        className={styles.wave}
        // A range input would write its own value; the playhead is drawn outside React in every frame.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={playerStrings.seek}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationSeconds)}
        aria-valuenow={0}
        data-scrub
        onKeyDown={(event) =>
          seekByKey(event, { at: listening.position(), duration: durationSeconds }, (at) => listening.seek(at))
        }
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          isSeeking.current = true
          seekTo(event)
        }}
        onPointerMove={(event) => isSeeking.current && seekTo(event)}
        onPointerUp={(event) => {
          if (!isSeeking.current) return
          listening.seek(secondsAt(event, durationSeconds))
          end()
        }}
        onPointerCancel={end}
      >
        {heard.isVeiled ? (
          <span className={styles.line}>
            <span ref={played} className={styles.played} />
          </span>
        ) : (
          <Wave heard={heard} onShown={(show) => (showWave.current = show)} />
        )}
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
      <span className={styles.times} data-seeking={sought !== undefined || undefined}>
        <span ref={now} className={styles.now} />
        <LoopRange />
        <span ref={left} className={styles.left} />
      </span>
    </div>
  )
}

/** `onShown` receives what draws the playhead at a place, and undefined when the wave is gone. */
function Wave({
  heard: {
    peaks: { url, facts },
  },
  onShown,
}: {
  readonly heard: Heard
  readonly onShown: (show: ((at: Seconds) => void) | undefined) => void
}) {
  const host = useRef<HTMLSpanElement>(null)
  const peaks = usePeaks(url, facts)
  const viewport = useViewport(facts)
  const shown = useRef(onShown)
  useEffect(() => {
    if (!host.current) return undefined
    const tell = shown.current
    const painter = new WavePainter(host.current, { peaks, viewport, gapPx: 2, headPx: 0, follow: 'off' })
    painter.showPosition(listening.position())
    tell(painter.showPosition)
    return () => {
      tell(undefined)
      painter.dispose()
    }
  }, [peaks, viewport])
  return <span ref={host} className={styles.picture} aria-hidden />
}

/** Of thousands of notes only those that can be told apart: one in each 2 % of the width, an open one first. */
function spaced(marks: readonly FullPlayerMark[], durationSeconds: Seconds): readonly FullPlayerMark[] {
  const places = new Map<number, FullPlayerMark>()
  for (const mark of marks) {
    const place = Math.round(shareOf(mark.at, durationSeconds) * 50)
    if (!places.has(place) || (mark.isOpen && !places.get(place)?.isOpen)) places.set(place, mark)
  }
  return [...places.values()]
}
