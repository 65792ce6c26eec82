import { SmilePlus } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { noteReactions } from '../../note-emoji.ts'
import type { NoteReply } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'
import styles from './NoteReactions.module.css'

interface NoteReactionsProps {
  readonly said: NoteReply
  readonly model: NotesModel
  /** Also offers the reactions that nobody has used. */
  readonly withMore: boolean
}

/** Pressing one's own reaction removes it. */
export function NoteReactions({ said, model: { project, myId, mayWrite, actions }, withMore }: NoteReactionsProps) {
  const offers = withMore && mayWrite
  if (said.reactions.length === 0 && !offers) return null
  const nameOf = (userId: string) =>
    project.members.find(({ person }) => person.id === userId)?.person.name ?? noteStrings.someone
  return (
    <div className={styles.row}>
      {said.reactions.map(({ emoji, userIds }) => {
        const words = text(noteStrings.reaction, {
          emoji,
          count: userIds.length,
          names: userIds.map(nameOf).join(', '),
        })
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={userIds.includes(myId)}
            aria-label={words}
            title={words}
            disabled={!mayWrite}
            onClick={() => actions.react(said, emoji)}
          >
            <span aria-hidden>{emoji}</span>
            <span aria-hidden className={styles.count}>
              {userIds.length}
            </span>
          </button>
        )
      })}
      {offers && (
        <Menu
          entries={noteReactions.map((emoji) => ({
            kind: 'action',
            label: emoji,
            onSelect: () => actions.react(said, emoji),
          }))}
        >
          <IconButton icon={SmilePlus} label={noteStrings.react} size="small" />
        </Menu>
      )}
    </div>
  )
}
