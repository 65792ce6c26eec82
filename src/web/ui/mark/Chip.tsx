import { X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '#web/i18n/text.ts'
import { classNames } from '../class-names.ts'
import { Icon } from './Icon.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import styles from './Chip.module.css'

export type ChipTone = 'plain' | 'outline' | 'open' | 'fixed' | 'verified' | 'warning' | 'danger' | 'amber'

interface ChipProps {
  readonly tone?: ChipTone
  readonly icon?: LucideIcon
  readonly children: ReactNode
}

/** A small fact. Tones other than plain and outline need an icon, because colour alone must not carry state. */
export function Chip({ tone = 'plain', icon, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      {icon && <Icon of={icon} size={12} />}
      {children}
    </span>
  )
}

interface FilterChipProps {
  readonly label: string
  readonly onRemove: () => void
}

/** An active filter; pressing it removes it. */
export function FilterChip({ label, onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      className={classNames(styles.chip, styles.outline, styles.filter)}
      aria-label={text(frameStrings.remove, { name: label })}
      onClick={onRemove}
    >
      {label}
      <Icon of={X} size={12} />
    </button>
  )
}
