import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { markMost, noteDirections, noteParts, noteSections, type NoteMarks } from '../../note-marks.ts'
import { directionIcons } from '../card/note-mark-words.ts'
import { noteStrings } from '../notes.strings.ts'
import styles from './NoteMarksPicker.module.css'

interface NoteMarksPickerProps {
  readonly marks: NoteMarks
  /** Parts named in earlier notes on this track, offered as well. */
  readonly usedParts: readonly string[]
  readonly onChange: (marks: Partial<NoteMarks>) => void
}

/** Chips for a draft: section, part, and more, less or different. */
export function NoteMarksPicker({ marks: { section, part, direction }, usedParts, onChange }: NoteMarksPickerProps) {
  return (
    <div className={styles.row} role="group" aria-label={noteStrings.about}>
      <MarkMenu
        label={noteStrings.section}
        value={section}
        offered={noteSections}
        onChange={(next) => onChange({ section: next })}
      />
      <MarkMenu
        label={noteStrings.part}
        value={part}
        offered={[...new Set([...noteParts, ...usedParts])]}
        onChange={(next) => onChange({ part: next })}
      />
      {noteDirections.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.chip}
          aria-pressed={direction === one}
          aria-label={noteStrings.directions[one]}
          title={noteStrings.directions[one]}
          onClick={() => onChange({ direction: direction === one ? null : one })}
        >
          <Icon of={directionIcons[one]} size={14} />
        </button>
      ))}
    </div>
  )
}

interface MarkMenuProps {
  readonly label: string
  readonly value: string | null
  readonly offered: readonly string[]
  readonly onChange: (value: string | null) => void
}

function MarkMenu({ label, value, offered, onChange }: MarkMenuProps) {
  const [isNaming, setNaming] = useState(false)
  if (isNaming)
    return (
      <OwnMark
        label={label}
        begin={value ?? ''}
        onDone={(next) => {
          setNaming(false)
          if (next !== undefined) onChange(next)
        }}
      />
    )
  const options = [...new Set([...offered, ...(value === null ? [] : [value])])].map((one) => ({
    value: one,
    label: one,
  }))
  return (
    <Menu
      side="top"
      entries={[
        {
          kind: 'choice',
          value: value ?? '',
          options: [{ value: '', label: noteStrings.unsaid }, ...options],
          onValueChange: (next) => onChange(next === '' ? null : next),
        },
        { kind: 'separator' },
        { kind: 'action', label: noteStrings.ownMark, onSelect: () => setNaming(true) },
      ]}
    >
      <button
        type="button"
        className={classNames(styles.chip, value !== null && styles.chosen)}
        aria-label={value === null ? label : `${label}: ${value}`}
      >
        {value ?? label}
        <Icon of={ChevronDown} size={12} />
      </button>
    </Menu>
  )
}

/** A custom value: Enter applies it; Escape, or an empty value, keeps the old one. */
function OwnMark({
  label,
  begin,
  onDone,
}: {
  readonly label: string
  readonly begin: string
  readonly onDone: (value: string | undefined) => void
}) {
  const [words, setWords] = useState(begin)
  const take = () => onDone(words.trim() === '' ? undefined : words.trim())
  return (
    <input
      // The user's press has just opened the field.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={styles.own}
      aria-label={label}
      value={words}
      maxLength={markMost}
      onChange={({ target }) => setWords(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') take()
        else onDone(undefined)
      }}
    />
  )
}
