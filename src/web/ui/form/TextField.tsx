import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldWords } from './Field.tsx'
import { Icon } from '../mark/Icon.tsx'
import styles from './Field.module.css'

export interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'size' | 'id' | 'type'> {
  readonly type?: 'text' | 'email' | 'url' | 'tel' | 'number' | 'date' | 'datetime-local'
  readonly size?: 'medium' | 'large'
  readonly icon?: LucideIcon
  /** Inside the box, after the text: a unit or a small button. */
  readonly after?: ReactNode
}

export function TextField({
  label,
  labelHidden,
  labelAside,
  help,
  error,
  type = 'text',
  size = 'medium',
  icon,
  after,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, labelHidden, labelAside, help, error }}>
      {(ties) => (
        <div className={classNames(styles.box, size === 'large' && styles.large, className)}>
          {icon !== undefined && <Icon of={icon} size={14} />}
          <input
            {...input}
            {...ties}
            type={type}
            data-empty={input.value === '' || undefined}
            className={styles.control}
          />
          {after}
        </div>
      )}
    </Field>
  )
}
