import { useMemo } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { peakToLoudness } from '#audio/dynamics.ts'
import { lowestPsrIn } from '#audio/loudness-series.ts'
import type { Seconds } from '#shared/units.ts'
import { formatDecibels } from '#web/i18n/format-level.ts'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { useVersionEnergy } from '../stage/use-version-energy.ts'
import { dynamicsStrings } from './dynamics.strings.ts'
import styles from './FindingsPanel.module.css'

interface DynamicsFiguresProps {
  readonly report: AnalysisReport
  /** Of the energy grid. */
  readonly url: string
  readonly onHear: (at: Seconds) => void
}

/** How far peaks are above the loudness: rows for the list of figures. */
export function DynamicsFigures({ report, url, onHear }: DynamicsFiguresProps) {
  const energy = useVersionEnergy(url, report)
  const { loudness } = report
  const { crest, integrated, truePeak, notMeasured } = loudness
  const plr = peakToLoudness(truePeak, integrated)
  const lowest = useMemo(() => {
    if (energy === undefined || energy === 'failed' || notMeasured) return null
    return lowestPsrIn(energy, integrated)
  }, [energy, integrated, notMeasured])
  const isOld = energy !== undefined && energy !== 'failed' && !energy.rows
  return (
    <>
      <div className={styles.figure} title={dynamicsStrings.plrTitle}>
        <dt>{dynamicsStrings.plr}</dt>
        <dd>{plr === null ? '–' : formatDecibels(plr)}</dd>
      </div>
      <div className={styles.figure} title={dynamicsStrings.crestTitle}>
        <dt>{dynamicsStrings.crest}</dt>
        <dd>{crest === undefined ? dynamicsStrings.notMeasured : crest === null ? '–' : formatDecibels(crest)}</dd>
      </div>
      <div className={styles.figure} title={dynamicsStrings.psrTitle}>
        <dt>{dynamicsStrings.psr}</dt>
        <dd>
          {lowest ? (
            <>
              {formatDecibels(lowest.decibels)} <TimeButton at={lowest.at} onSelect={onHear} />
            </>
          ) : isOld && !notMeasured ? (
            dynamicsStrings.psrNotMeasured
          ) : (
            '–'
          )}
        </dd>
      </div>
    </>
  )
}
