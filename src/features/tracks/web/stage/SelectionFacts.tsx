import { useMemo } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { regionLoudness } from '#audio/region-loudness.ts'
import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { formatLufs, formatTruePeak } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { placeIn, type RulerFormat } from '#web/waveform/view/ruler-formats.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { stageStrings } from './stage.strings.ts'
import { useVersionEnergy } from './use-version-energy.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './SelectionFacts.module.css'

export interface SelectionFactsProps {
  readonly url: string
  readonly selection: SecondsRange
  readonly format: RulerFormat
  readonly report: AnalysisReport
}

/** A selection's loudness, updated while it is dragged, and its times in the ruler's format. */
export default function SelectionFacts({ url, selection: { from, to }, format, report }: SelectionFactsProps) {
  const energy = useVersionEnergy(url)
  const notMeasured = report.loudness.notMeasured !== undefined
  const loudness = useMemo(
    () => (energy === undefined || energy === 'failed' || notMeasured ? undefined : regionLoudness(energy, from, to)),
    [energy, from, to, notMeasured],
  )
  const { sampleRate, totalFrames } = report.stream
  const isWhole = from <= 0 && to >= totalFrames / sampleRate
  return (
    <span className={styles.facts}>
      <span className={styles.times}>
        {placeIn(format, from, sampleRate)} – {placeIn(format, to, sampleRate)}
      </span>
      <span className={styles.length}>{lengthIn(format, from, to, sampleRate)}</span>
      {energy === 'failed' && <span>{stageStrings.loudnessFailed}</span>}
      {notMeasured && <span className={styles.quiet}>{trackStrings.notMeasured}</span>}
      {loudness && (
        <span className={loudness.integrated === null ? styles.quiet : styles.figure}>
          {loudness.integrated === null ? stageStrings.tooShort : formatLufs(loudness.integrated)}
        </span>
      )}
      {loudness && loudness.shortTermMax !== null && (
        <span className={styles.more}>
          {text(stageStrings.loudest, { loudness: formatLufs(loudness.shortTermMax) })}
        </span>
      )}
      {isWhole && !notMeasured && <span className={styles.more}>{formatTruePeak(report.loudness.truePeak)}</span>}
    </span>
  )
}

/** In samples if the ruler counts samples, otherwise as a clock: a length in bars or frames could leave a remainder. */
function lengthIn(format: RulerFormat, from: Seconds, to: Seconds, sampleRate: number): string {
  return format.kind === 'samples' ? placeIn(format, to - from, sampleRate) : formatPosition(to - from)
}
