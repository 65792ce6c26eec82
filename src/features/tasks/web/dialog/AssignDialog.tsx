import { Check, UserRound } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { foldText } from '#shared/fold-text.ts'
import { authorColour } from '#web/ui/mark/author-colour.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { taskStrings } from '../tasks.strings.ts'
import styles from './AssignDialog.module.css'

interface AssignDialogProps {
  readonly title: string
  readonly members: readonly Membership[]
  /** The present assignee; undefined if several differ. */
  readonly assigneeId: string | null | undefined
  readonly onAssign: (assigneeId: string | null) => void
  readonly onClose: () => void
}

/** Chooses an assignee: typing filters, Enter takes the first, arrows move. */
export default function AssignDialog({ title, members, assigneeId, onAssign, onClose }: AssignDialogProps) {
  const [find, setFind] = useState('')
  const searchText = foldText(find.trim())
  const people = members.filter(({ person }) => foldText(person.name).includes(searchText))
  const assign = (id: string | null) => {
    onAssign(id)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
    stops[
      Math.min(stops.length - 1, Math.max(0, stops.findIndex((stop) => stop === document.activeElement) + by))
    ]?.focus()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {/* Arrows move from the field into the list, as in a menu. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.people} onKeyDown={onKeyDown}>
        <SearchField
          label={taskStrings.findPerson}
          value={find}
          onValueChange={setFind}
          data-autofocus
          onKeyDownCapture={(event) => {
            const first = people[0]
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && searchText !== '' && first)
              assign(first.person.id)
          }}
        />
        <ul>
          {people.map(({ person, joinOrder }) => (
            <li key={person.id}>
              <button
                type="button"
                className={styles.person}
                aria-pressed={assigneeId === person.id}
                onClick={() => assign(person.id)}
              >
                <Avatar
                  person={{ name: person.name, imageUrl: person.image, colour: authorColour(joinOrder - 1) }}
                  size="small"
                  decorative
                />
                <span className={styles.name}>{person.name}</span>
                {assigneeId === person.id && <Icon of={Check} size={14} />}
              </button>
            </li>
          ))}
          {searchText === '' && (
            <li>
              <button
                type="button"
                className={styles.person}
                aria-pressed={assigneeId === null}
                onClick={() => assign(null)}
              >
                <Icon of={UserRound} />
                <span className={styles.name}>{taskStrings.nobody}</span>
                {assigneeId === null && <Icon of={Check} size={14} />}
              </button>
            </li>
          )}
        </ul>
        {people.length === 0 && <p className={styles.none}>{taskStrings.noPerson}</p>}
      </div>
    </Dialog>
  )
}
