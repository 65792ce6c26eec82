import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldWords } from './Field.tsx'
import { Icon } from '../mark/Icon.tsx'
import fieldStyles from './Field.module.css'
import styles from './Select.module.css'

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectProps<Value extends string>
  extends FieldWords, Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'id' | 'size'> {
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
}

/** A native select: works on phones and with assistive technology. */
export function Select<Value extends string>({
  label,
  labelHidden,
  labelAside,
  help,
  error,
  options,
  value,
  onValueChange,
  className,
  ...select
}: SelectProps<Value>) {
  return (
    <Field {...{ label, labelHidden, labelAside, help, error }}>
      {(ties) => (
        <div className={classNames(fieldStyles.box, styles.box, className)}>
          <select
            {...select}
            {...ties}
            className={classNames(fieldStyles.control, styles.select)}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value)
              if (chosen) onValueChange(chosen.value)
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size={14} className={styles.chevron} />
        </div>
      )}
    </Field>
  )
}
