import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { MeasuredKey } from '#audio/key/musical-key.ts'
import { TRUSTED_TEMPO } from '#audio/tempo.ts'
import { text } from '#web/i18n/text.ts'
import type { Track, TrackKey } from '../../tracks.contract.ts'
import { musicStrings as strings } from './music.strings.ts'

/** A tempo or a key as it is shown. */
export interface MusicFigure {
  readonly shown: string
  /** What was measured, if a person says something else. */
  readonly measured: string | null
}

type Corrected = Pick<Track, 'tempo' | 'key'>
type Measured = Pick<AnalysisReport, 'tempo' | 'key'> | null | undefined

/** Undefined if nobody typed a tempo and the analysis is not confident of one. */
export function tempoFigure({ tempo }: Corrected, report: Measured): MusicFigure | undefined {
  const readings = pacesOf(report)
  const measured = readings.length > 0 ? orWords(readings) : null
  if (!tempo)
    return measured === null
      ? undefined
      : { shown: text(strings.beatsPerMinute, { readings: measured }), measured: null }
  const typed = tempo.beatsPerMinute
  const isSame = readings.length === 1 && readings[0] === typed.toFixed(1)
  return {
    shown: text(strings.beatsPerMinute, { readings: Math.round(typed * 1000) / 1000 }),
    measured: isSame ? null : measured,
  }
}

/** Undefined if nobody said a key and the report is older than the measurement. */
export function keyFigure({ key }: Corrected, report: Measured): MusicFigure | undefined {
  const measured = report?.key && measuredKeyWords(report.key)
  if (key === null)
    return measured === undefined ? undefined : { shown: measured ?? strings.noClearKey, measured: null }
  const shown = keyWords(key)
  return { shown, measured: measured === undefined || measured === shown ? null : measured }
}

/** Beats per minute as `120.0`, and the other reading if there are two; none if the analysis is not confident. */
export function pacesOf(report: Measured): readonly string[] {
  const tempo = report?.tempo
  if (!tempo || tempo.confidence < TRUSTED_TEMPO) return []
  return [tempo.beatsPerMinute, ...(tempo.other ? [tempo.other] : [])].map((pace) => pace.toFixed(1))
}

/** “A minor”, “A minor or C major”, “A minor, then B minor”. */
export function measuredKeyWords({ key, other, later }: MeasuredKey): string {
  const main = other === null ? keyWords(key) : orWords([keyWords(key), keyWords(other)])
  return later === null ? main : text(strings.later, { one: main, other: keyWords(later) })
}

/** With the signs of music: “E♭ major”. */
export function keyWords(key: TrackKey): string {
  return key === 'none' ? strings.noKey : key.replace(/^([A-G])b/, '$1♭').replace('#', '♯')
}

function orWords([one = '', other]: readonly string[]): string {
  return other === undefined ? one : text(strings.or, { one, other })
}
