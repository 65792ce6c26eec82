import { Plus, X } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { VersionChange } from '../../tracks.contract.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './ChangeLines.module.css'

interface ChangeLinesProps {
  readonly changes: readonly VersionChange[]
  readonly onChange: (changes: VersionChange[]) => void
}

/** Edits the lines of a version's changelog. */
export function ChangeLines({ changes, onChange }: ChangeLinesProps) {
  return (
    <div role="group" className={styles.lines} aria-label={trackStrings.changeLines}>
      {changes.map((change, at) => (
        <div key={at} className={styles.line}>
          <TextField
            label={text(trackStrings.changeLine, { number: at + 1 })}
            labelHidden
            value={change.text}
            maxLength={200}
            onChange={({ target }) =>
              onChange(changes.map((one, index) => (index === at ? { ...one, text: target.value } : one)))
            }
          />
          <IconButton
            icon={X}
            size="small"
            label={text(trackStrings.removeLine, { number: at + 1 })}
            onClick={() => onChange(changes.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        tone="quiet"
        icon={Plus}
        className={styles.add}
        onClick={() => onChange([...changes, { text: '', taskId: null, taskNumber: null }])}
      >
        {trackStrings.addLine}
      </Button>
    </div>
  )
}
