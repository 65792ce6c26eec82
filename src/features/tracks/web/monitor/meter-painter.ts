import type { Decibels } from '#shared/units.ts'
import { formatLevel, formatTruePeak } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { MeterReading } from '#web/player/mix/level-meter.ts'
import { writeText } from '#web/ui/write-text.ts'
import { correlationWords } from '../lane/lane-curves.ts'
import { playerStrings } from '../player/player.strings.ts'
import { MeterBars } from './meter-bars.ts'

/** More channels have no bars of their own. */
export const mostBars = 8

interface MeterPainter {
  readonly draw: (reading: MeterReading | null) => void
  readonly dispose: () => void
}

/** Paints readings into the elements of a meter: its bars, its figures, and the needle of its correlation. */
export function meterPainter(meter: HTMLElement | null, bars: number, isNotMeasured: boolean): MeterPainter {
  const canvas = meter?.querySelector<HTMLCanvasElement>('[data-bars]')
  const levels = canvas && new MeterBars(canvas, bars)
  const correlation = meter?.querySelector<HTMLElement>('[data-correlation]')
  const needle = correlation?.querySelector('i')
  const figure = (name: string) => meter?.querySelector<HTMLElement>(`[data-figure="${name}"]`)
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
        correlation.title = text(playerStrings.meter.correlation, { value: reading ? correlationWords(value) : '–' })
    }
    writeText(short, isNotMeasured ? '–' : formatLevel(reading?.shortTerm ?? null))
    writeText(momentary, isNotMeasured ? '–' : formatLevel(reading?.momentary ?? null))
    writeText(peak, formatTruePeak(highest).replace(' dBTP', ''))
  }
  return { draw, dispose: () => levels?.dispose() }
}
