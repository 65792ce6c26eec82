import { Minus, Plus, RotateCcw } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Frames } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { compareStrings as strings } from '../compare.strings.ts'
import { signed } from './deck-words.ts'
import styles from './OffsetField.module.css'

interface OffsetFieldProps {
  readonly letter: string
  readonly offset: Frames
  /** The offset that the server found, to reset to; undefined while unknown. */
  readonly found: Frames | undefined
  readonly onOffset: (offset: Frames | undefined) => void
}

/** A source's offset from the first, to the sample. */
export function OffsetField({ letter, offset, found, onOffset }: OffsetFieldProps) {
  const [typed, setTyped] = useState<string>()
  const settle = () => {
    const wanted = Math.round(Number(typed?.replace('−', '-')))
    if (typed !== undefined && typed.trim() !== '' && Number.isSafeInteger(wanted) && wanted !== offset)
      onOffset(wanted)
    setTyped(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
    else if (event.key === 'Escape') setTyped(undefined)
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      onOffset(offset + (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 100 : 1))
    else return
    event.preventDefault()
  }
  return (
    <span className={styles.field}>
      {offset !== (found ?? 0) && (
        <IconButton
          icon={RotateCcw}
          size="small"
          label={text(strings.resetOffset, { offset: signed(found ?? 0) })}
          onClick={() => onOffset(undefined)}
        />
      )}
      <IconButton icon={Minus} size="small" label={strings.earlier} onClick={() => onOffset(offset - 1)} />
      <input
        className={styles.number}
        inputMode="numeric"
        aria-label={text(strings.offsetField, { letter })}
        value={typed ?? signed(offset)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <IconButton icon={Plus} size="small" label={strings.later} onClick={() => onOffset(offset + 1)} />
    </span>
  )
}
