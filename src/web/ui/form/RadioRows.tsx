import { useId } from 'react'
import styles from './RadioRows.module.css'

interface RadioRowsProps<Value extends string> {
  readonly label: string
  readonly rows: readonly {
    readonly value: Value
    readonly label: string
    readonly help: string
    readonly disabled?: boolean
  }[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
}

/** One of a few values, each with a sentence that says what it means. */
export function RadioRows<Value extends string>({ label, rows, value, onValueChange }: RadioRowsProps<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>{label}</legend>
      {rows.map((row) => (
        <label key={row.value} className={styles.row}>
          <input
            type="radio"
            name={id}
            value={row.value}
            checked={row.value === value}
            disabled={row.disabled}
            aria-labelledby={`${id}-${row.value}`}
            aria-describedby={`${id}-${row.value}-help`}
            className={styles.input}
            onChange={() => onValueChange(row.value)}
          />
          <span className={styles.dot} aria-hidden />
          <span>
            <span id={`${id}-${row.value}`} className={styles.name}>
              {row.label}
            </span>
            <span id={`${id}-${row.value}-help`} className={styles.help}>
              {row.help}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
