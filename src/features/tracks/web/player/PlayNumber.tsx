import { Pause, Play } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import type { VersionSound } from '#web/player/use-listening.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './PlayNumber.module.css'
import { playerStrings } from './player.strings.ts'

interface PlayNumberProps {
  /** Left out where it stands beside it already. */
  readonly number?: number
  readonly title: string
  readonly sound: VersionSound
  /** Nothing to hear yet: only the number is shown. */
  readonly onToggle: (() => void) | undefined
}

/** The number of a row: play on hover and focus, the level while it plays. */
export function PlayNumber({ number, title, sound, onToggle }: PlayNumberProps) {
  if (!onToggle)
    return (
      <span className={styles.box}>
        <span className={styles.number}>{number}</span>
      </span>
    )
  const playing = sound === 'playing'
  return (
    <button
      type="button"
      className={classNames(styles.box, styles.button)}
      onPointerEnter={listening.prepare}
      onClick={onToggle}
      aria-label={text(playing ? playerStrings.pauseNamed : playerStrings.playNamed, {
        title: number === undefined ? title : `${number}. ${title}`,
      })}
    >
      <span className={styles.rest}>
        {sound !== 'elsewhere' ? (
          <LevelIcon moving={playing} />
        ) : number === undefined ? (
          <Icon of={Play} />
        ) : (
          <span className={styles.number}>{number}</span>
        )}
      </span>
      <span className={styles.hover}>
        <Icon of={playing ? Pause : Play} />
      </span>
    </button>
  )
}

/** Three bars that stand for sound; they stand still while paused and for readers who want less motion. */
function LevelIcon({ moving }: { readonly moving: boolean }) {
  return (
    <span className={styles.level} data-moving={moving} aria-hidden>
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
