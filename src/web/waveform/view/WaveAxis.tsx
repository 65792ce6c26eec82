import { waveformStrings } from '../waveform.strings.ts'
import styles from './WaveAxis.module.css'

/**
 * Level labels beside the wave, each at the height of that sample value; as tall as the waveform beside it. Hidden from
 * screen readers.
 */
export function WaveAxis({ channels, className = '' }: { readonly channels: number; readonly className?: string }) {
  const names =
    channels === 2
      ? [waveformStrings.left, waveformStrings.right]
      : Array.from({ length: channels }, (_, i) => (channels === 1 ? '' : String(i + 1)))
  return (
    <div className={`${styles['axis']} ${className}`} aria-hidden="true">
      {names.map((name, channel) => (
        <div key={name} className={styles['lane']}>
          <span className={styles['name']}>{name}</span>
          {MARKS.map(({ text, at }) => (
            <span key={at} className={styles['mark']} style={{ top: `${at}%` }}>
              {text}
            </span>
          ))}
          {channel === names.length - 1 && <span className={`${styles['mark']} ${styles['last']}`}>0</span>}
        </div>
      ))}
    </div>
  )
}

/** −6 dB is half of full scale, so halfway from the middle. `at` in percent of a channel's height. */
const MARKS = [
  { text: '0', at: 0 },
  { text: '−6', at: 25 },
  { text: '−∞', at: 50 },
  { text: '−6', at: 75 },
] as const
