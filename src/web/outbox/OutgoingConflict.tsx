import TextConflicts from '../ui/form/TextConflicts.tsx'
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
  return (
    <TextConflicts
      conflicts={conflictsIn(outgoing)}
      names={names}
      onChoose={({ field }, words) => void chooseText(outgoing.key, { field, words })}
    />
  )
}
