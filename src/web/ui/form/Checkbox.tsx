import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../mark/Icon.tsx'
import styles from './Checkbox.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'children' | 'onChange'> {
  readonly children: ReactNode
  /** The label is only read aloud, for example in a table's selection column. */
  readonly labelHidden?: boolean
  /** Some but not all of its items are checked. */
  readonly mixed?: boolean
  readonly onCheckedChange?: (checked: boolean) => void
}

export function Checkbox({
  children,
  labelHidden = false,
  mixed = false,
  onCheckedChange,
  className,
  ...input
}: CheckboxProps) {
  return (
    <label className={classNames(styles.row, className)}>
      <input
        {...input}
        type="checkbox"
        className={styles.input}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        onChange={(event) => onCheckedChange?.(event.target.checked)}
      />
      <span className={styles.box} aria-hidden>
        <Icon of={mixed ? Minus : Check} size={12} />
      </span>
      <span className={labelHidden ? styles.hidden : undefined}>{children}</span>
    </label>
  )
}
