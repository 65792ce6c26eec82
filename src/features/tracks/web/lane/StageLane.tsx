import { useEffect, useMemo, useRef } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { EnergyGrid } from '#audio/energy-file.ts'
import { lowestPsrIn } from '#audio/loudness-series.ts'
import type { Lufs, Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { formatDecibels } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import type { LaneKind } from '../stage/stage-choices.ts'
import { useVersionEnergy } from '../stage/use-version-energy.ts'
import { trackStrings } from '../tracks.strings.ts'
import { dynamicsPicture, type LanePicture, loudnessPicture, stereoPicture } from './lane-curves.ts'
import { LanePainter } from './lane-painter.ts'
import { laneStrings } from './lane.strings.ts'
import styles from './StageLane.module.css'

export interface StageLaneProps {
  readonly kind: Exclude<LaneKind, 'off'>
  readonly url: string
  readonly report: AnalysisReport
  readonly viewport: WaveViewport
  /** The project's, in LUFS; null if it has none. */
  readonly target: Lufs | null
  readonly playhead?: FollowPlayhead
  readonly onHear: (at: Seconds) => void
}

/** Without a target: the loudness to which most services turn music down, in LUFS. */
const REFERENCE: Lufs = -14

/**
 * A curve below the wave, with its scale in the gutter. Hidden from screen readers but for its button: the figures are
 * text elsewhere.
 */
export default function StageLane({ kind, url, report, viewport, target, playhead, onHear }: StageLaneProps) {
  const host = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLSpanElement>(null)
  const energy = useVersionEnergy(url, report)
  const grid = energy === 'failed' ? undefined : energy
  const isMono = report.format.channels === 1
  const isObjects = report.loudness.notMeasured !== undefined
  const picture = useMemo(
    () => (grid && !isObjects && !(kind === 'stereo' && isMono) ? pictureOf(kind, grid, target ?? REFERENCE) : null),
    [kind, grid, isObjects, isMono, target],
  )
  const lowest = useMemo(
    () => (kind === 'dynamics' && grid ? lowestPsrIn(grid, report.loudness.integrated) : null),
    [kind, grid, report],
  )
  useEffect(() => {
    if (!host.current || !picture) return undefined
    const painter = new LanePainter(host.current, words.current, picture.curve, viewport)
    const stop = playhead?.(painter.showPosition)
    return () => {
      stop?.()
      painter.dispose()
    }
  }, [picture, viewport, playhead])

  const missing =
    energy === 'failed'
      ? laneStrings.failed
      : isObjects
        ? trackStrings.notMeasured
        : kind === 'stereo' && isMono
          ? laneStrings.oneChannel
          : grid && !picture && laneStrings.unmeasured
  return (
    <>
      <div className={styles.scale} aria-hidden>
        {picture?.marks.map(({ top, label }) => (
          <span key={label} style={{ top: `${top * 100}%` }}>
            {label}
          </span>
        ))}
        <span className={styles.unit}>{laneStrings.units[kind]}</span>
      </div>
      <div className={styles.place}>
        <div ref={host} className={styles.lane} aria-hidden title={laneStrings.titles[kind]} data-lane={kind}>
          {picture?.marks.map(({ top, label }) => (
            <div key={label} className={styles.reference} style={{ top: `${top * 100}%` }} />
          ))}
        </div>
        <span ref={words} className={styles.words} aria-hidden data-lane-words />
        {lowest && picture && (
          <button type="button" className={styles.lowest} onClick={() => onHear(lowest.at)}>
            {text(laneStrings.lowest, { value: formatDecibels(lowest.decibels), time: formatPosition(lowest.at) })}
          </button>
        )}
        {missing && <p className={styles.failed}>{missing}</p>}
      </div>
    </>
  )
}

function pictureOf(kind: StageLaneProps['kind'], grid: EnergyGrid, reference: Lufs): LanePicture | null {
  if (kind === 'dynamics') return dynamicsPicture(grid)
  if (kind === 'stereo') return stereoPicture(grid)
  return loudnessPicture(grid.cells, reference)
}
