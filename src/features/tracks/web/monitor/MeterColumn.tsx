import { type ChannelLayout, speakersOf } from '#audio/speakers.ts'
import { useEffect, useRef } from 'react'
import { formatLevel } from '#web/i18n/format-level.ts'
import { useListening } from '#web/player/use-listening.ts'
import { Goniometer } from './Goniometer.tsx'
import styles from './MeterColumn.module.css'
import { meterPainter, mostBars } from './meter-painter.ts'
import { meterMarks, meterPlace } from './meter-scale.ts'
import { playerStrings } from '../player/player.strings.ts'

const { meter: words } = playerStrings

interface MeterColumnProps {
  readonly layout: ChannelLayout
  /** Another version is in the player: the meter does not move. */
  readonly idle: boolean
  /** Object audio has channel peaks, but no loudness. */
  readonly isNotMeasured: boolean
}

/** True peak per channel, loudness and correlation during playback. Drawn directly 30 times a second, without React. */
export default function MeterColumn({ layout, idle, isNotMeasured }: MeterColumnProps) {
  const column = useRef<HTMLDivElement>(null)
  const { player } = useListening()
  const { channels } = layout
  const bars = Math.min(channels, mostBars)
  useEffect(() => {
    const { draw, dispose } = meterPainter(column.current, bars, isNotMeasured)
    draw(null)
    const stop = idle ? undefined : player?.meter.watch(draw)
    return () => {
      stop?.()
      dispose()
    }
  }, [player, idle, bars, isNotMeasured])
  return (
    <div ref={column} className={styles.column}>
      <div className={styles.meter} aria-hidden title={channels > 2 ? speakersOf(layout)?.join(', ') : undefined}>
        <canvas className={styles.bars} data-bars />
        {meterMarks.map((level) => (
          <span key={level} className={styles.mark} style={{ top: `${meterPlace(level) * 100}%` }}>
            {formatLevel(level).replace('.0', '')}
          </span>
        ))}
      </div>
      <div className={styles.correlation} aria-hidden data-correlation>
        <i />
      </div>
      {channels > 1 && <Goniometer channels={channels} idle={idle} />}
      <dl className={styles.figures} title={isNotMeasured ? playerStrings.notMeasuredWhole : undefined}>
        <div>
          <dd data-figure="short" />
          <dt>{words.short}</dt>
        </div>
        <div>
          <dd data-figure="momentary" />
          <dt>{words.momentary}</dt>
        </div>
        <div>
          <dd data-figure="peak" />
          <dt>{words.peak}</dt>
        </div>
      </dl>
    </div>
  )
}
