import { useEffect, useRef, useSyncExternalStore } from 'react'
import { text } from '#web/i18n/text.ts'
import { useListening } from '#web/player/use-listening.ts'
import { keptChoice } from '#web/ui/form/kept-choice.ts'
import { correlationWords } from '../lane/lane-curves.ts'
import { writeText } from '#web/ui/write-text.ts'
import { GoniometerPainter } from './goniometer-painter.ts'
import styles from './Goniometer.module.css'
import { playerStrings } from '../player/player.strings.ts'

interface GoniometerProps {
  readonly channels: number
  /** Another version is in the player: nothing is painted. */
  readonly idle: boolean
}

const size = keptChoice('roughmix.goniometer', ['small', 'large'], 'small')
const { meter: words } = playerStrings

/** Left against right of what plays, before the listening mode, with the correlation. A press changes its size. */
export function Goniometer({ channels, idle }: GoniometerProps) {
  const isLarge = useSyncExternalStore(size.watch, size.get) === 'large'
  return (
    <button
      type="button"
      className={styles.goniometer}
      aria-label={isLarge ? words.smaller : words.larger}
      title={channels > 2 ? text(words.firstTwo, { channels }) : words.goniometer}
      data-large={isLarge}
      onClick={() => size.set(isLarge ? 'small' : 'large')}
    >
      <GoniometerField idle={idle} hasSides={isLarge} />
    </button>
  )
}

interface GoniometerFieldProps {
  readonly idle: boolean
  /** Names left and right. */
  readonly hasSides: boolean
}

/** The picture and the figure below it. */
export function GoniometerField({ idle, hasSides }: GoniometerFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const figure = useRef<HTMLSpanElement>(null)
  const { player } = useListening()
  useEffect(() => {
    if (!canvas.current) return undefined
    const painter = new GoniometerPainter(canvas.current)
    const stop = idle
      ? undefined
      : player?.meter.watch((reading) => {
          painter.show(reading?.points ?? null)
          writeText(figure.current, reading === null ? '–' : correlationWords(reading.correlation))
        })
    return () => {
      stop?.()
      painter.dispose()
    }
  }, [player, idle])
  return (
    <>
      <span className={styles.field} aria-hidden>
        <canvas ref={canvas} className={styles.canvas} />
        {hasSides && (
          <>
            <span className={styles.left}>{words.left}</span>
            <span className={styles.right}>{words.right}</span>
          </>
        )}
      </span>
      <span ref={figure} className={styles.figure} aria-hidden data-figure="correlation">
        –
      </span>
    </>
  )
}
