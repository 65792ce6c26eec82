import { TriangleAlert } from 'lucide-react'
import { Icon } from '../mark/Icon.tsx'
import { BothTexts } from './BothTexts.tsx'
import styles from './BothTexts.module.css'
import { bothTextsStrings } from './both-texts.strings.ts'
import type { TextConflict } from './use-guarded-texts.ts'

interface TextConflictsProps {
  readonly conflicts: readonly TextConflict[]
  /** Names of the fields: `{ title: 'Title' }`. */
  readonly names?: Readonly<Record<string, string>>
  readonly isBusy?: boolean
  /** Null takes theirs. */
  readonly onChoose: (conflict: TextConflict, words: string | null) => void
}

/** Tells whoever saves second that somebody else has written the same text, and shows both. */
export default function TextConflicts({ conflicts, names = {}, isBusy = false, onChoose }: TextConflictsProps) {
  if (conflicts.length === 0) return null
  return (
    <div role="alert" className={styles.conflict}>
      <p className={styles.said}>
        <Icon of={TriangleAlert} size={14} className={styles.sign} />
        {bothTextsStrings.said}
      </p>
      {conflicts.map((one) => (
        <BothTexts
          key={one.field}
          name={names[one.field]}
          theirs={one.theirs}
          mine={one.mine}
          isBusy={isBusy}
          onTheirs={() => onChoose(one, null)}
          onMine={(words) => onChoose(one, words)}
        />
      ))}
    </div>
  )
}
