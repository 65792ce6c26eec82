import { useEffect, useRef } from 'react'
import { formatLevel } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { Heard } from '#web/player/listening.ts'
import { useListening } from '#web/player/use-listening.ts'
import { GoniometerField } from '../monitor/Goniometer.tsx'
import { meterPainter, mostBars } from '../monitor/meter-painter.ts'
import { meterMarks, meterPlace } from '../monitor/meter-scale.ts'
import styles from './FullPlayerMeter.module.css'
import { playerStrings } from './player.strings.ts'

const { meter: words } = playerStrings

interface FullPlayerMeterProps {
  readonly heard: Heard
}

/** The meter of a phone, in the place of the picture: levels, the goniometer, loudness and the highest true peak. */
export function FullPlayerMeter({ heard }: FullPlayerMeterProps) {
  const meter = useRef<HTMLDivElement>(null)
  const { player } = useListening()
  const { channels } = heard.playable.source
  const isNotMeasured = heard.isNotMeasured === true
  const bars = Math.min(channels, mostBars)
  useEffect(() => {
    const { draw, dispose } = meterPainter(meter.current, bars, isNotMeasured)
    draw(null)
    const stop = player?.meter.watch(draw)
    return () => {
      stop?.()
      dispose()
    }
  }, [player, bars, isNotMeasured])
  return (
    <div ref={meter} className={styles.meter} role="group" aria-label={words.name}>
      <div className={styles.levels} aria-hidden>
        <canvas className={styles.bars} data-bars />
        {meterMarks.map((level) => (
          <span key={level} className={styles.mark} style={{ top: `${meterPlace(level) * 100}%` }}>
            {formatLevel(level).replace('.0', '')}
          </span>
        ))}
      </div>
      {channels > 1 && (
        <div
          className={styles.goniometer}
          role="img"
          aria-label={channels > 2 ? text(words.firstTwo, { channels }) : words.goniometer}
        >
          <GoniometerField idle={false} hasSides />
        </div>
      )}
      <dl className={styles.figures} title={isNotMeasured ? playerStrings.notMeasuredWhole : undefined}>
        <div>
          <dt>{words.short}</dt>
          <dd data-figure="short" />
        </div>
        <div>
          <dt>{words.momentary}</dt>
          <dd data-figure="momentary" />
        </div>
        <div>
          <dt>{words.peak}</dt>
          <dd data-figure="peak" />
        </div>
      </dl>
    </div>
  )
}
