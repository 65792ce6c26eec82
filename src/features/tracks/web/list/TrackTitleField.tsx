import { useRef, type KeyboardEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './TrackTitleField.module.css'

interface TrackTitleFieldProps {
  readonly title: string
  /** Null: unchanged. Called once, on Enter, Escape, or when the focus leaves. */
  readonly onDone: (title: string | null) => void
}

/** A track's title, edited in its row. */
export function TrackTitleField({ title, onDone }: TrackTitleFieldProps) {
  const isDone = useRef(false)
  const done = (typed: string | null) => {
    if (isDone.current) return
    isDone.current = true
    const next = typed?.trim() ?? ''
    onDone(next === '' || next === title ? null : next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (event.key === 'Enter') done(event.currentTarget.value)
    else if (event.key === 'Escape') done(null)
  }
  return (
    <input
      className={styles.field}
      aria-label={text(trackStrings.renameTitle, { title })}
      defaultValue={title}
      maxLength={200}
      // The user asked to type here: the field takes the place of the title they are on.
      ref={(field) => {
        field?.focus()
        field?.select()
      }}
      onKeyDown={onKeyDown}
      onBlur={(event) => done(event.currentTarget.value)}
    />
  )
}
