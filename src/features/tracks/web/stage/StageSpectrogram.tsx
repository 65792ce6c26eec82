import { useEffect, useRef } from 'react'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import type { Heard } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { SpectrogramPainter } from './spectrogram-painter.ts'
import { frequencyHeight } from './spectrogram-picture.ts'
import { stageStrings } from './stage.strings.ts'
import { useSpectrogram } from './use-spectrogram.ts'
import styles from './StageSpectrogram.module.css'

interface StageSpectrogramProps {
  readonly heard: Heard
  readonly viewport: WaveViewport
}

/** The spectrogram, below a waveform that is drawn transparent; until it is ready, the progress. */
export default function StageSpectrogram({ heard, viewport }: StageSpectrogramProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { source, state, share, tryAgain } = useSpectrogram(heard)
  useEffect(() => {
    if (!canvas.current || state !== 'ready') return undefined
    const painter = new SpectrogramPainter(canvas.current, source, viewport)
    return () => painter.dispose()
  }, [source, viewport, state])
  return (
    <>
      <div className={styles.layer}>
        <canvas ref={canvas} className={styles.picture} aria-hidden="true" />
        {state === 'ready' && source.header && (
          <Frequencies lowest={source.header.lowest} highest={source.header.highest} />
        )}
      </div>
      {state === 'working' && (
        <div className={styles.status}>
          <Progress share={share ?? null} label={stageStrings.drawing} />
          <span>
            {share === undefined
              ? stageStrings.drawing
              : text(stageStrings.drawingPercent, { percent: formatPercent(share) })}
          </span>
        </div>
      )}
      {state === 'failed' && (
        <div className={styles.status} role="alert">
          <span>{stageStrings.drawingFailed}</span>
          <Button size="small" onClick={tryAgain}>
            {stageStrings.tryAgain}
          </Button>
        </div>
      )}
    </>
  )
}

const MARKS = [
  [50, '50'],
  [100, '100'],
  [200, '200'],
  [500, '500'],
  [1000, '1k'],
  [2000, '2k'],
  [5000, '5k'],
  [10_000, '10k'],
  [20_000, '20k'],
] as const

function Frequencies(range: { readonly lowest: number; readonly highest: number }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      {MARKS.filter(([frequency]) => frequency < range.highest).map(([frequency, label]) => (
        <span key={label} style={{ top: `${frequencyHeight(range, frequency)}%` }}>
          {label}
        </span>
      ))}
    </div>
  )
}
