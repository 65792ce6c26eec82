import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../mark/Icon.tsx'
import radio from './RadioChoice.module.css'
import styles from './SegmentedControl.module.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: LucideIcon
  /** Shows only the icon; the label is its tooltip and accessible name. */
  readonly iconOnly?: boolean
}

interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
}

/** One of a few values, all visible. Made of radio buttons, so arrow keys move between them. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onValueChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={classNames(radio.choice, styles.segment)}
          title={segment.iconOnly === true ? segment.label : undefined}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            aria-label={segment.label}
            className={radio.input}
            onChange={() => onValueChange(segment.value)}
          />
          {segment.icon !== undefined && <Icon of={segment.icon} size={14} />}
          {segment.iconOnly !== true && <span aria-hidden>{segment.label}</span>}
        </label>
      ))}
    </div>
  )
}
