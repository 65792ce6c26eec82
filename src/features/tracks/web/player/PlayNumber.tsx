import { Pause, Play } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import type { VersionSound } from '#web/player/use-listening.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './PlayNumber.module.css'
import { playerStrings } from './player.strings.ts'

interface PlayNumberProps {
  /** Omitted if it is already beside it. */
  readonly number?: number
  readonly title: string
  readonly sound: VersionSound
  /** Undefined if there is nothing to play: then only the number shows. */
  readonly onToggle: (() => void) | undefined
}

/** A row's number: a play button on hover and focus, a level icon during playback. */
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

/** Three bars as a sign of playback; still while paused and with reduced motion. */
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
