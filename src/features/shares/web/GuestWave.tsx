import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { Seconds } from '#shared/units.ts'
import { offerRange } from '#features/tracks/web/stage/stage-range.ts'
import { formatDuration, speakDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { WavePainter } from '#web/waveform/draw/wave-painter.ts'
import { usePeaks, usePeaksState } from '#web/waveform/use-peaks.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { percentOf, secondsAt, seekByKey, tellPlace } from '#web/waveform/view/seek-slider.ts'
import styles from './GuestPlayer.module.css'
import { guestStrings } from './guest.strings.ts'

interface GuestWaveProps {
  readonly heard: Heard
  readonly viewport: WaveViewport
  /** Its playhead, while it is in the player. */
  readonly playhead: FollowPlayhead | undefined
  /** Lit: of the note that is being written, or of the selected one. */
  readonly lit: { readonly from: Seconds; readonly to: Seconds | null } | undefined
  readonly onSeek: (at: Seconds) => void
}

const RULER_MARKS = 5
/** Shorter drags with Shift are presses. */
const SHORTEST_RANGE: Seconds = 0.2

/** The whole recording as one calm wave: press, drag or use the arrow keys to seek; with Shift, drag a range. */
export function GuestWave({ heard, viewport, playhead, lit, onSeek }: GuestWaveProps) {
  const { url, facts } = heard.peaks
  const duration = facts.totalFrames / facts.sampleRate
  const peaks = usePeaks(url, facts)
  const state = usePeaksState(peaks)
  const host = useRef<HTMLDivElement>(null)
  const begun = useRef<Seconds>(undefined)
  const range = useRange(heard.versionId)
  const shown = range.range ?? lit

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const painter = new WavePainter(element, { peaks, viewport, gapPx: 0, headPx: 0, follow: 'off', isFolded: true })
    painter.showPosition(0)
    const stop = playhead?.((position) => {
      painter.showPosition(position)
      tellPlace(element, position, (at) => spoken(at, duration))
    })
    return () => {
      stop?.()
      painter.dispose()
    }
  }, [peaks, viewport, playhead, duration])

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    begun.current = event.shiftKey ? secondsAt(event, duration) : undefined
    if (event.shiftKey) return
    range.clear()
    onSeek(secondsAt(event, duration))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const at = secondsAt(event, duration)
    const from = begun.current
    if (from === undefined) onSeek(at)
    else if (Math.abs(at - from) >= SHORTEST_RANGE) range.set({ from: Math.min(from, at), to: Math.max(from, at) })
  }
  return (
    <>
      {/* A range input would write its own value; the playhead is drawn outside React in every frame. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div
        ref={host}
        className={styles.wave}
        role="slider"
        tabIndex={0}
        aria-label={text(guestStrings.wave, { title: heard.trackTitle, number: heard.versionNumber })}
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={0}
        aria-valuetext={spoken(0, duration)}
        onKeyDown={(event) => seekByKey(event, { at: listening.positionOn(heard.versionId), duration }, onSeek)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
      >
        {shown && (
          <span
            className={styles.lit}
            style={{
              left: percentOf(shown.from, duration),
              right: shown.to === null ? undefined : percentOf(duration - shown.to, duration),
            }}
            data-point={shown.to === null || undefined}
          />
        )}
        {state === 'failed' && <span className={styles.noWave}>{guestStrings.noWave}</span>}
      </div>
      <div className={styles.ruler} aria-hidden>
        {Array.from({ length: RULER_MARKS }, (_, index) => (
          <span key={index}>{formatDuration((duration * index) / (RULER_MARKS - 1))}</span>
        ))}
      </div>
    </>
  )
}

function spoken(position: Seconds, duration: Seconds): string {
  return text(guestStrings.position, { position: speakDuration(position), length: speakDuration(duration) })
}

/** The range in hand, offered to the field for notes, whose buttons also begin and end it at the playhead. */
function useRange(versionId: string) {
  const [range, set] = useState<SecondsRange>()
  const [anchor, setAnchor] = useState<Seconds>()
  const clear = () => {
    set(undefined)
    setAnchor(undefined)
  }
  useEffect(
    () =>
      offerRange({
        versionId,
        range,
        anchor,
        clear: () => {
          set(undefined)
          setAnchor(undefined)
        },
        mark: () => {
          const at = listening.positionOn(versionId)
          if (anchor === undefined) return setAnchor(at)
          setAnchor(undefined)
          if (at !== anchor) set({ from: Math.min(at, anchor), to: Math.max(at, anchor) })
        },
      }),
    [versionId, range, anchor],
  )
  return { range, set, clear }
}
