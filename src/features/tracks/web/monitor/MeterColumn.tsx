import { type ChannelLayout, speakersOf } from '#audio/speakers.ts'
import { useEffect, useRef } from 'react'
import type { Decibels } from '#shared/units.ts'
import { formatLevel, formatTruePeak } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { MeterReading } from '#web/player/mix/level-meter.ts'
import { useListening } from '#web/player/use-listening.ts'
import { writeText } from '#web/ui/write-text.ts'
import { Goniometer } from './Goniometer.tsx'
import { correlationWords } from '../lane/lane-curves.ts'
import styles from './MeterColumn.module.css'
import { MeterBars } from './meter-bars.ts'
import { meterMarks, meterPlace } from './meter-scale.ts'
import { playerStrings } from '../player/player.strings.ts'

const { meter: words } = playerStrings
const mostBars = 8

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

interface MeterPainter {
  readonly draw: (reading: MeterReading | null) => void
  readonly dispose: () => void
}

/** Paints readings into the column's elements. */
function meterPainter(column: HTMLElement | null, bars: number, isNotMeasured: boolean): MeterPainter {
  const canvas = column?.querySelector<HTMLCanvasElement>('[data-bars]')
  const levels = canvas && new MeterBars(canvas, bars)
  const correlation = column?.querySelector<HTMLElement>('[data-correlation]')
  const needle = correlation?.querySelector('i')
  const figure = (name: string) => column?.querySelector<HTMLElement>(`[data-figure="${name}"]`)
  const [short, momentary, peak] = [figure('short'), figure('momentary'), figure('peak')]
  // Stays after the end, to be read, until the next play.
  let highest: Decibels | null = null
  const draw = (reading: MeterReading | null): void => {
    highest = reading?.truePeakMax ?? highest
    levels?.show(reading?.truePeaks ?? [])
    if (correlation && needle) {
      const value = reading?.correlation ?? 0
      needle.style.transform = `translateX(${((value + 1) * 20).toFixed(1)}px)`
      if (correlation.dataset['bad'] !== String(value < 0)) correlation.dataset['bad'] = String(value < 0)
      if (correlation.matches(':hover') || !correlation.title)
        correlation.title = text(words.correlation, { value: reading ? correlationWords(value) : '–' })
    }
    writeText(short, isNotMeasured ? '–' : formatLevel(reading?.shortTerm ?? null))
    writeText(momentary, isNotMeasured ? '–' : formatLevel(reading?.momentary ?? null))
    writeText(peak, formatTruePeak(highest).replace(' dBTP', ''))
  }
  return { draw, dispose: () => levels?.dispose() }
}
