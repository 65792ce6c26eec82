import { Ban, Check, CircleDashed, CircleDot, type LucideIcon } from 'lucide-react'
import { formatDueDay } from '#web/i18n/due-day.ts'
import { text } from '#web/i18n/text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Avatar, type AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { StageState } from '../../stage-states.ts'
import type { StageCell } from '../../stages.contract.ts'
import { stageStrings as strings } from '../stages.strings.ts'
import { isPastDue, isUntouched } from './sheet-progress.ts'
import styles from './StageMark.module.css'

export const stageIcons: Readonly<Record<StageState, LucideIcon>> = {
  'not-started': CircleDashed,
  'in-work': CircleDot,
  done: Check,
  'not-needed': Ban,
}

interface StageMarkProps {
  readonly cell: StageCell
  readonly today: string
  /** Undefined if it is given to no one. */
  readonly person: AvatarPerson | undefined
}

/** A cell at a glance. What nobody has touched yet is only a faint ring, so that a new sheet is calm. */
export function StageMark({ cell, today, person }: StageMarkProps) {
  const { state, dueOn, note } = cell
  const late = isPastDue(cell, today)
  const isOpen = state === 'not-started' || state === 'in-work'
  const word = strings.states[state]
  return (
    <span className={styles.mark}>
      <span className={classNames(styles.state, styles[state])}>
        <Icon of={stageIcons[state]} size={14} />
        {isUntouched(cell) ? <VisuallyHidden>{word}</VisuallyHidden> : <span className={styles.word}>{word}</span>}
      </span>
      {dueOn !== null && isOpen ? (
        <span className={classNames(styles.below, late && styles.late)}>
          {text(late ? strings.late : strings.dueWhen, { when: formatDueDay(dueOn, today) })}
        </span>
      ) : (
        note !== '' && (
          <span className={styles.below} title={note}>
            {note}
          </span>
        )
      )}
      {person && (
        <span className={styles.person}>
          <Avatar person={person} size="small" />
        </span>
      )}
    </span>
  )
}
