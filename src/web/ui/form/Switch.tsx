import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Switch.module.css'

export interface SwitchProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'size' | 'children' | 'onChange' | 'checked'
> {
  readonly children: ReactNode
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
  /** As a row of a list of settings: the name and this sentence at the left, the switch at the right. */
  readonly help?: ReactNode
}

/** For settings that take effect at once; use `Checkbox` for a choice that waits for a button. */
export function Switch({ children, checked, onCheckedChange, help, className, ...input }: SwitchProps) {
  const id = useId()
  const isRow = help !== undefined
  return (
    <label className={classNames(styles.row, isRow && styles.wide, className)}>
      <input
        {...input}
        {...(isRow && { 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-help` })}
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
      <span className={styles.groove} aria-hidden />
      {isRow ? (
        <span className={styles.words}>
          <span id={`${id}-name`} className={styles.name}>
            {children}
          </span>
          <span id={`${id}-help`} className={styles.help}>
            {help}
          </span>
        </span>
      ) : (
        <span>{children}</span>
      )}
    </label>
  )
}
