import { Ellipsis } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { UnsentSign } from '#web/outbox/UnsentSign.tsx'
import type { NoteReply } from '../../notes.contract.ts'
import { authorOf } from './note-author.ts'
import { saidEntries } from './note-entries.ts'
import { NoteFiles } from './NoteFiles.tsx'
import { NoteReactions } from './NoteReactions.tsx'
import { noteLater } from '../notes.client.ts'
import { noteStrings } from '../notes.strings.ts'
import { NoteText } from './NoteText.tsx'
import { NoteWriter } from '../composer/NoteWriter.tsx'
import type { NotesModel } from '../use-notes-model.ts'
import { useWriting, type Writing } from './reply-drafts.ts'
import styles from './NoteReplies.module.css'

interface NoteRepliesProps {
  readonly replies: readonly NoteReply[]
  readonly desk: NotesModel
  /** Of the chosen note: with what can be done. */
  readonly isOpen: boolean
}

export function NoteReplies({ replies, desk, isOpen }: NoteRepliesProps) {
  if (replies.length === 0) return null
  return (
    <ul className={styles.replies}>
      {replies.map((reply) => (
        <Reply key={stableKey(reply.id)} reply={reply} desk={desk} isOpen={isOpen} />
      ))}
    </ul>
  )
}

function Reply({
  reply,
  desk,
  isOpen,
}: {
  readonly reply: NoteReply
  readonly desk: NotesModel
  readonly isOpen: boolean
}) {
  const edit = useWriting(desk.writings, 'edit', reply.id)
  const author = authorOf(reply, desk.project.members)
  const entries = saidEntries(desk, reply, {
    isReply: true,
    onEdit: () => desk.writings.begin('edit', reply.id, reply.body),
  })
  return (
    <li className={styles.reply}>
      <Avatar person={author} size="small" decorative />
      <div className={styles.words}>
        <span className={styles.head}>
          <span className={styles.name}>
            {author.name}
            {author.guest && <span className={styles.guest}> {noteStrings.guest}</span>}
          </span>
          <span className={styles.when}>
            <RelativeTime at={reply.createdAt} short />
            {reply.editedAt !== null && `, ${noteStrings.edited}`}
          </span>
          {desk.unsent.has(reply.id) && <UnsentSign />}
          {isOpen && entries.length > 0 && (
            <Menu entries={entries} align="end">
              <IconButton
                icon={Ellipsis}
                size="small"
                className={styles.more}
                label={text(noteStrings.replyMenu, { name: author.name })}
              />
            </Menu>
          )}
        </span>
        {edit ? <EditSaid said={reply} desk={desk} writing={edit} /> : reply.body !== '' && <NoteText said={reply} />}
        <NoteFiles said={reply} projectId={desk.project.id} />
        <NoteReactions said={reply} desk={desk} withMore={false} />
      </div>
    </li>
  )
}

/** One's own words again, to change them. */
export function EditSaid({
  said,
  desk: { project, writings },
  writing,
}: {
  readonly said: NoteReply
  readonly desk: NotesModel
  readonly writing: Writing
}) {
  return (
    <NoteWriter
      writing={writing}
      onChange={(what) => writings.change('edit', said.id, what)}
      label={noteStrings.edit}
      placeholder=""
      sendLabel={noteStrings.save}
      members={project.members}
      onDone={() => writings.end('edit', said.id)}
      // Somebody else's words that arrive while one writes are not what one writes about.
      carryOut={(body) =>
        noteLater(
          'PATCH /api/projects/:projectId/notes/:noteId',
          { params: { projectId: project.id, noteId: said.id }, body: { body, basedOn: writing.begin } },
          { words: body },
        )
      }
    />
  )
}
