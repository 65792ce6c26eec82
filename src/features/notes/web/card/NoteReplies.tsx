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
import { SaidConflict } from './SaidConflict.tsx'
import { SaidFiles } from './SaidFiles.tsx'
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
  readonly model: NotesModel
  /** On the selected note, which shows actions. */
  readonly isOpen: boolean
}

export function NoteReplies({ replies, model, isOpen }: NoteRepliesProps) {
  if (replies.length === 0) return null
  return (
    <ul className={styles.replies}>
      {replies.map((reply) => (
        <Reply key={stableKey(reply.id)} reply={reply} model={model} isOpen={isOpen} />
      ))}
    </ul>
  )
}

function Reply({
  reply,
  model,
  isOpen,
}: {
  readonly reply: NoteReply
  readonly model: NotesModel
  readonly isOpen: boolean
}) {
  const edit = useWriting(model.writings, 'edit', reply.id)
  const author = authorOf(reply, model.project.members)
  const isOwn = model.guestName !== undefined && reply.authorId === model.myId
  const entries = saidEntries(model, reply, {
    isReply: true,
    onEdit: () => model.writings.begin('edit', reply.id, reply.body),
  })
  return (
    <li className={styles.reply}>
      <Avatar person={author} size="small" decorative />
      <div className={styles.words}>
        <span className={styles.head}>
          <span className={styles.name}>
            {isOwn ? noteStrings.you : author.name}
            {author.guest && !isOwn && <span className={styles.guest}> {noteStrings.guest}</span>}
          </span>
          <span className={styles.when}>
            <RelativeTime at={reply.createdAt} short />
            {reply.editedAt !== null && `, ${noteStrings.edited}`}
          </span>
          {model.unsent.has(reply.id) && <UnsentSign />}
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
        {edit ? <EditSaid said={reply} model={model} writing={edit} /> : reply.body !== '' && <NoteText said={reply} />}
        <SaidConflict noteId={reply.id} />
        <SaidFiles said={reply} projectId={model.project.id} />
        <NoteReactions said={reply} model={model} withMore={false} />
      </div>
    </li>
  )
}

/** Edits one's own text. */
export function EditSaid({
  said,
  model: { project, writings },
  writing,
}: {
  readonly said: NoteReply
  readonly model: NotesModel
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
      // If somebody else's text arrives during editing, the edit still refers to the text that was seen.
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
