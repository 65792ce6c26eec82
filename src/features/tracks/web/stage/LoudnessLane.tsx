import { useEffect, useMemo, useRef } from 'react'
import type { Lufs } from '#shared/units.ts'
import { formatLevel } from '#web/i18n/format-level.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { energySums, loudnessHeight } from './loudness-curve.ts'
import { LoudnessPainter } from './loudness-painter.ts'
import { stageStrings } from './stage.strings.ts'
import { useVersionEnergy } from './use-version-energy.ts'
import styles from './LoudnessLane.module.css'

export interface LoudnessLaneProps {
  readonly url: string
  readonly viewport: WaveViewport
  /** The project's, in LUFS; null if it has none. */
  readonly target: Lufs | null
  readonly playhead?: FollowPlayhead
}

/** Without a target: the loudness to which most services turn music down, in LUFS. */
const REFERENCE = -14

/**
 * Short-term loudness below the wave, with its scale in the gutter. Hidden from screen readers: the figures are text
 * elsewhere.
 */
export default function LoudnessLane({ url, viewport, target, playhead }: LoudnessLaneProps) {
  const reference = target ?? REFERENCE
  const host = useRef<HTMLDivElement>(null)
  const energy = useVersionEnergy(url)
  const sums = useMemo(
    () => (energy === undefined || energy === 'failed' ? undefined : energySums(energy.cells)),
    [energy],
  )

  useEffect(() => {
    if (!host.current || !sums) return undefined
    const painter = new LoudnessPainter(host.current, sums, viewport)
    const stop = playhead?.(painter.showPosition)
    return () => {
      stop?.()
      painter.dispose()
    }
  }, [sums, viewport, playhead])

  return (
    <>
      <div className={styles.scale} aria-hidden>
        <span style={{ top: `${loudnessHeight(reference) * 100}%` }}>{formatLevel(reference).replace('.0', '')}</span>
        <span className={styles.unit}>{stageStrings.loudnessUnit}</span>
      </div>
      <div ref={host} className={styles.lane} aria-hidden title={stageStrings.loudnessLane}>
        <div className={styles.reference} style={{ top: `${loudnessHeight(reference) * 100}%` }} />
        {energy === 'failed' && <p className={styles.failed}>{stageStrings.loudnessFailed}</p>}
      </div>
    </>
  )
}
