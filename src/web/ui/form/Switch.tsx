import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Switch.module.css'

export interface SwitchProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'size' | 'children' | 'onChange' | 'checked'
> {
  readonly children: ReactNode
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** For settings that take effect at once; use `Checkbox` for a choice that waits for a button. */
export function Switch({ children, checked, onCheckedChange, className, ...input }: SwitchProps) {
  return (
    <label className={classNames(styles.row, className)}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
      <span className={styles.groove} aria-hidden />
      <span>{children}</span>
    </label>
  )
}
