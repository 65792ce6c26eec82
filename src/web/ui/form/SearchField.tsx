import { Search, X } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../mark/Icon.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import fieldStyles from './Field.module.css'
import buttonStyles from '../IconButton.module.css'
import styles from './SearchField.module.css'

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'size'> {
  /** Read aloud, and shown as placeholder. */
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** Escape clears it; in an empty field, Escape bubbles. */
export function SearchField({ label, value, onValueChange, className, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onValueChange('')
    field.current?.focus()
  }
  return (
    <search className={classNames(fieldStyles.box, styles.box, className)}>
      <Icon of={Search} size={14} className={styles.icon} />
      <input
        {...input}
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        className={fieldStyles.control}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || value === '') return
          event.stopPropagation()
          clear()
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className={classNames(buttonStyles.button, styles.clear)}
          aria-label={frameStrings.clearSearch}
          onClick={clear}
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </search>
  )
}
