import { text } from '#web/i18n/text.ts'
import { classNames } from '../class-names.ts'
import { uiStrings } from '../ui.strings.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './VersionBadge.module.css'

interface VersionBadgeProps {
  readonly number: number
  /** Filled: the current version or the one that is playing. */
  readonly current?: boolean
}

export function VersionBadge({ number, current = false }: VersionBadgeProps) {
  return (
    <span className={classNames(styles.badge, current && styles.current)}>
      <span aria-hidden>v{number}</span>
      <VisuallyHidden>
        {text(current ? uiStrings.currentVersion : uiStrings.version, { number: String(number) })}
      </VisuallyHidden>
    </span>
  )
}
