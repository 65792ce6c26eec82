import { ArrowRightLeft, Check, CheckCheck } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { initials } from '#web/ui/mark/initials.ts'
import type { Note } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'
import styles from './NoteFace.module.css'

interface NoteFaceProps {
  readonly note: Note
  readonly inBar: boolean
  /** Another note says the opposite. */
  readonly isConflict: boolean
}

/**
 * A pin's head: the author's initials, and one or two ticks once settled. Visual only: the button's name has the full
 * sentence.
 */
export function NoteFace({ note: { authorName, byGuest, state }, inBar, isConflict }: NoteFaceProps) {
  return (
    <span
      className={classNames(styles.face, inBar && styles.inBar)}
      data-state={state}
      data-guest={byGuest || undefined}
      data-initials={initials(authorName ?? noteStrings.someone)}
      aria-hidden
    >
      {isConflict && (
        <span className={styles.conflict}>
          <Icon of={ArrowRightLeft} size={12} />
        </span>
      )}
      {state !== 'open' && (
        <span className={styles.tick}>
          <Icon of={state === 'fixed' ? Check : CheckCheck} size={12} />
        </span>
      )}
    </span>
  )
}
