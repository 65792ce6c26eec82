import { useEffect, useRef } from 'react'
import type { PeaksFacts } from '#audio/peaks-file.ts'
import type { Seconds } from '#shared/units.ts'
import miniStyles from './MiniWave.module.css'
import styles from './RangeWave.module.css'
import type { FollowPlayhead } from './Waveform.tsx'
import { type BarLook, MiniPainter } from './draw/mini-painter.ts'
import { rangePeaks } from './range-peaks.ts'

/** Maxima, as in the large waveform. */
const look: BarLook = {
  widthPx: 1,
  stepPx: 2,
  barsOf: (levels, bars) =>
    Float32Array.from({ length: bars }, (_, bar) => {
      const first = Math.floor((bar * levels.length) / bars)
      const end = Math.max(first + 1, Math.floor(((bar + 1) * levels.length) / bars))
      return levels.subarray(first, end).reduce((most, level) => Math.max(most, level), 0)
    }),
}

interface RangeWaveProps {
  readonly url: string
  readonly facts: PeaksFacts
  /** What is drawn, in seconds. */
  readonly from: Seconds
  readonly to: Seconds
  /** Set while this recording is in the player. */
  readonly playhead: FollowPlayhead | undefined
}

/** A stretch of a recording, with the playhead. Decorative: the text below says the same. */
export function RangeWave({ url, facts, from, to, playhead }: RangeWaveProps) {
  const host = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const { sampleRate, channels, totalFrames } = facts
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const life = new AbortController()
    let painter: MiniPainter | undefined
    let stop: (() => void) | undefined
    void rangePeaks(url, { sampleRate, channels, totalFrames }, { from, to }).then(
      (levels) => {
        if (life.signal.aborted) return
        painter = new MiniPainter(element, levels, look)
        stop = playhead?.((at) => {
          const share = (at - from) / (to - from)
          painter?.showPlayed(Math.max(0, Math.min(1, share)))
          if (!line.current) return
          line.current.hidden = share < 0 || share > 1
          line.current.style.left = `${share * 100}%`
        })
      },
      // Without the picture, the range still plays.
      () => {},
    )
    return () => {
      life.abort()
      stop?.()
      painter?.dispose()
    }
  }, [url, sampleRate, channels, totalFrames, from, to, playhead])
  return (
    <div className={styles.wave} aria-hidden>
      <div ref={host} className={`${miniStyles['mini']} ${styles['bars']}`} />
      <span ref={line} className={styles.playhead} hidden />
    </div>
  )
}
