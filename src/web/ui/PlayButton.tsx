import { Pause, Play } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './PlayButton.module.css'
import { classNames } from './class-names.ts'
import { frameStrings } from './frame/frame.strings.ts'
import { Icon } from './mark/Icon.tsx'
import { Spinner } from './mark/Spinner.tsx'
import { Tooltip } from './overlay/Tooltip.tsx'

interface PlayButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly playing: boolean
  /** What it plays, unless that is obvious from its place: "Glasshouse v6". */
  readonly name?: string
  /** Replaces verb and name. */
  readonly label?: string
  readonly keys?: string
  /** 44 px in the transport, 32 in rows and cards. */
  readonly size?: 'medium' | 'small'
  /** Sound is loading. */
  readonly busy?: boolean
}

/** The only round button. */
export function PlayButton({
  playing,
  name,
  label: ownLabel,
  keys,
  size = 'medium',
  busy = false,
  className,
  ...button
}: PlayButtonProps) {
  const verb = playing ? frameStrings.pause : frameStrings.play
  const label = ownLabel ?? (name === undefined ? verb : `${verb} ${name}`)
  return (
    <Tooltip text={label} keys={keys}>
      <button
        {...button}
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        className={classNames(styles.button, size === 'small' && styles.small, !playing && styles.resting, className)}
      >
        {busy ? (
          <Spinner size={size === 'small' ? 14 : 20} />
        ) : (
          <Icon of={playing ? Pause : Play} size={size === 'small' ? 14 : 20} />
        )}
      </button>
    </Tooltip>
  )
}
