import { TriangleAlert } from 'lucide-react'
import BothTexts from '../ui/form/BothTexts.tsx'
import { bothTextsStrings } from '../ui/form/both-texts.strings.ts'
import { Icon } from '../ui/mark/Icon.tsx'
import styles from './OutgoingConflict.module.css'
import { chooseText } from './outbox-store.ts'
import { conflictsIn, type Outgoing } from './outgoing.ts'

interface OutgoingConflictProps {
  /** Refused, because somebody else changed the same text first. */
  readonly outgoing: Outgoing
  /** Names of its fields: `{ title: 'Title' }`. */
  readonly names?: Readonly<Record<string, string>>
}

/** Both texts of a change that came second, where the text is. */
export default function OutgoingConflict({ outgoing, names = {} }: OutgoingConflictProps) {
  const conflicts = conflictsIn(outgoing)
  if (conflicts.length === 0) return null
  const choose = (field: string) => (words: string | null) => void chooseText(outgoing.key, { field, words })
  return (
    <div role="alert" className={styles.conflict}>
      <p className={styles.said}>
        <Icon of={TriangleAlert} size={14} className={styles.sign} />
        {bothTextsStrings.said}
      </p>
      {conflicts.map(({ field, theirs, mine }) => (
        <BothTexts
          key={field}
          name={names[field]}
          theirs={theirs}
          mine={mine}
          onTheirs={() => choose(field)(null)}
          onMine={choose(field)}
        />
      ))}
    </div>
  )
}
