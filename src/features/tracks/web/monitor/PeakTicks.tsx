import type { Seconds } from '#shared/units.ts'
import { useWaveView } from '#web/waveform/use-peaks.ts'
import { pxAtSeconds } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import styles from './PeakTicks.module.css'

export interface PeakTick {
  readonly at: Seconds
  /** Null means all. */
  readonly channel: number | null
}

interface PeakTicksProps {
  readonly ticks: readonly PeakTick[]
  readonly channels: number
  readonly viewport: WaveViewport
}

/**
 * Red ticks at the top of each channel where the true peak exceeds 0 dBTP. Decorative: the lane and the panel say it in
 * text.
 */
export default function PeakTicks({ ticks, channels, viewport }: PeakTicksProps) {
  const view = useWaveView(viewport)
  return Array.from({ length: channels }, (_, channel) => {
    const columns = new Set(
      ticks
        .filter((tick) => tick.channel === null || tick.channel === channel)
        .map(({ at }) => Math.round(pxAtSeconds(view, at))),
    )
    const path = [...columns]
      .filter((px) => px >= 0 && px <= view.widthPx)
      .map((px) => `M${px} 0v8`)
      .join('')
    return (
      <svg
        key={channel}
        className={styles.ticks}
        style={{ top: `calc(${channel} * (100% + 10px) / ${channels})` }}
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    )
  })
}
