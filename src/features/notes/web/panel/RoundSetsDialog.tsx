import { Clock } from 'lucide-react'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { NoteRound } from '../../note-rounds.contract.ts'
import { roundStrings } from './rounds.strings.ts'
import styles from './RoundSetsDialog.module.css'

/** Who sent what in a round, with the signature of each set. */
export default function RoundSetsDialog({
  round: { number, sets },
  onClose,
}: {
  readonly round: NoteRound
  readonly onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={text(roundStrings.setsTitle, { number })}
      description={roundStrings.setsWords}
    >
      <ul className={styles.sets}>
        {sets.map(({ id, authorName, noteCount, sentAt, sha256, isLate }) => (
          <li key={id} className={styles.set}>
            <span className={styles.line}>
              {text(roundStrings.set, { name: authorName, count: noteCount, when: formatDateTime(sentAt) })}
              {isLate && (
                <Chip tone="warning" icon={Clock}>
                  {roundStrings.late}
                </Chip>
              )}
            </span>
            <CopyField label={text(roundStrings.signature, { name: authorName })} labelHidden value={sha256} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
