import { type ChannelLayout, speakersOf } from '#audio/speakers.ts'
import { useEffect, useRef } from 'react'
import type { Decibels, Milliseconds } from '#shared/units.ts'
import { formatLevel, formatTruePeak } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { MeterReading } from '#web/player/mix/level-meter.ts'
import { useListening } from '#web/player/use-listening.ts'
import styles from './MeterColumn.module.css'
import { meterMarks, meterPlace } from './meter-scale.ts'
import { playerStrings } from '../player/player.strings.ts'

const HOLD_MS: Milliseconds = 2000

/** Holds the highest level of the last two seconds, so that peaks are readable. */
class PeakHold {
  #level: Decibels = -Infinity
  #at: Milliseconds = 0

  /** Returns the level to show at `now`. */
  next(level: Decibels, now: Milliseconds): Decibels {
    if (level >= this.#level || now - this.#at > HOLD_MS) {
      this.#level = level
      this.#at = now
    }
    return this.#level
  }
}

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
    const draw = meterPainter(column.current, bars, isNotMeasured)
    draw(null)
    return idle ? undefined : player?.meter.watch(draw)
  }, [player, idle, bars, isNotMeasured])
  return (
    <div ref={column} className={styles.column}>
      <div className={styles.meter} aria-hidden title={channels > 2 ? speakersOf(layout)?.join(', ') : undefined}>
        <div className={styles.bars}>
          {Array.from({ length: bars }, (_, channel) => (
            <div key={channel} className={styles.bar} data-bar>
              <i />
              <b />
            </div>
          ))}
        </div>
        {meterMarks.map((level) => (
          <span key={level} className={styles.mark} style={{ top: `${meterPlace(level) * 100}%` }}>
            {formatLevel(level).replace('.0', '')}
          </span>
        ))}
      </div>
      <div className={styles.correlation} aria-hidden data-correlation>
        <i />
      </div>
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

/** Paints readings into the column's elements. */
function meterPainter(
  column: HTMLElement | null,
  bars: number,
  isNotMeasured: boolean,
): (reading: MeterReading | null) => void {
  const parts = [...(column?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])].map((bar) => ({
    fill: bar.querySelector('i'),
    hold: bar.querySelector('b'),
  }))
  const holds = Array.from({ length: bars }, () => new PeakHold())
  const correlation = column?.querySelector<HTMLElement>('[data-correlation]')
  const figure = (name: string) => column?.querySelector<HTMLElement>(`[data-figure="${name}"]`)
  const [short, momentary, peak] = [figure('short'), figure('momentary'), figure('peak')]
  // Stays after the end, to be read, until the next play.
  let highest: Decibels | null = null
  return (reading) => {
    highest = reading?.truePeakMax ?? highest
    const now = performance.now()
    parts.forEach(({ fill, hold }, channel) => {
      const level = reading?.truePeaks[channel] ?? -Infinity
      const held = holds[channel]?.next(level, now) ?? level
      if (fill) fill.style.clipPath = `inset(${(meterPlace(level) * 100).toFixed(2)}% 0 0 0)`
      if (hold) {
        hold.style.top = `${(meterPlace(held) * 100).toFixed(2)}%`
        hold.dataset['over'] = String(held > 0)
        hold.hidden = held < -54
      }
    })
    if (correlation) {
      correlation.style.setProperty('--at', `${(((reading?.correlation ?? 0) + 1) * 50).toFixed(1)}%`)
      correlation.dataset['bad'] = String((reading?.correlation ?? 0) < 0)
      correlation.title = text(words.correlation, { value: (reading?.correlation ?? 0).toFixed(2) })
    }
    write(short, isNotMeasured ? '–' : formatLevel(reading?.shortTerm ?? null))
    write(momentary, isNotMeasured ? '–' : formatLevel(reading?.momentary ?? null))
    write(peak, formatTruePeak(highest).replace(' dBTP', ''))
  }
}

function write(place: HTMLElement | null | undefined, words: string): void {
  if (place && place.textContent !== words) place.textContent = words
}
