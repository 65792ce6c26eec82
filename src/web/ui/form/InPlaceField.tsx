import { useRef, type KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import styles from './InPlaceField.module.css'

interface InPlaceFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength?: number
  readonly className?: string | undefined
  /** Null: unchanged. Called once, on Enter, Escape, or when the focus leaves. */
  readonly onDone: (value: string | null) => void
}

/** The same function for every render: React calls another one anew, which would select what is being typed. */
function focusAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

/** A name that is edited in place: the field takes the focus, and all of it is selected. */
export function InPlaceField({ label, value, maxLength = 200, className, onDone }: InPlaceFieldProps) {
  const isDone = useRef(false)
  const done = (typed: string | null) => {
    if (isDone.current) return
    isDone.current = true
    const next = typed?.trim() ?? ''
    onDone(next === '' || next === value ? null : next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (event.key === 'Enter') done(event.currentTarget.value)
    else if (event.key === 'Escape') done(null)
  }
  return (
    <input
      ref={focusAll}
      className={classNames(styles.field, className)}
      aria-label={label}
      defaultValue={value}
      maxLength={maxLength}
      onKeyDown={onKeyDown}
      onBlur={(event) => done(event.currentTarget.value)}
    />
  )
}
