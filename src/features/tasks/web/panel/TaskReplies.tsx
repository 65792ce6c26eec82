import { useRef, useState } from 'react'
import { authorOf } from '#features/notes/web/card/note-author.ts'
import { SaidFiles } from '#features/notes/web/card/SaidFiles.tsx'
import { NoteText } from '#features/notes/web/card/NoteText.tsx'
import { NoteField } from '#features/notes/web/composer/NoteField.tsx'
import { noteLater } from '#features/notes/web/notes.client.ts'
import { noteStrings } from '#features/notes/web/notes.strings.ts'
import type { Note } from '#features/notes/notes.contract.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { keepUnsent, readUnsent } from '#web/api/unsent-words.ts'
import { text } from '#web/i18n/text.ts'
import { stableKey, tempId } from '#web/outbox/outbox-store.ts'
import { UnsentSign } from '#web/outbox/UnsentSign.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useFootSpace } from '#web/ui/frame/use-foot-space.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { announce } from '#web/ui/overlay/announce.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './TaskReplies.module.css'
import { taskPanelStrings } from './task-panel.strings.ts'

interface TaskRepliesProps {
  readonly project: ProjectDetails
  readonly note: Note
  readonly unsent: ReadonlySet<string>
}

/** What was said below the note that a task came from. */
export function TaskReplies({ project, note, unsent }: TaskRepliesProps) {
  if (note.replies.length === 0) return null
  return (
    <ul className={styles.replies} aria-label={taskPanelStrings.replies}>
      {note.replies.map((reply) => {
        const author = authorOf(reply, project.members)
        return (
          <li key={stableKey(reply.id)} className={styles.reply}>
            <Avatar person={author} size="small" decorative />
            <div className={styles.said}>
              <span className={styles.head}>
                <span className={styles.name}>{author.name}</span>
                <span className={styles.when}>
                  <RelativeTime at={reply.createdAt} short />
                </span>
                {unsent.has(reply.id) && <UnsentSign />}
              </span>
              {reply.body !== '' && <NoteText said={reply} />}
              <SaidFiles said={reply} projectId={project.id} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Answers the note at the foot of the panel. */
export function TaskReplyField({ project, note }: Omit<TaskRepliesProps, 'unsent'>) {
  const place = `task-reply.${note.id}`
  const [words, setWords] = useState(() => readUnsent(place) ?? '')
  const type = (next: string) => {
    keepUnsent(place, next === '' ? undefined : next)
    setWords(next)
  }
  const foot = useRef<HTMLDivElement>(null)
  useFootSpace(foot)
  const send = () => {
    const body = words.trim()
    if (body === '') return
    type('')
    noteLater(
      'POST /api/projects/:projectId/notes/:noteId/replies',
      { params: { projectId: project.id, noteId: note.id }, body: { body } },
      { words: body, makes: tempId() },
    ).then(
      () => announce(navigator.onLine ? noteStrings.sentReply : noteStrings.sentReplyLater),
      (error: unknown) => {
        type(body)
        toast({ tone: 'error', text: text(noteStrings.failedSend, { reason: reasonOf(error) }) })
      },
    )
  }
  return (
    <div ref={foot} className={styles.foot}>
      <div className={styles.box}>
        <NoteField
          label={text(taskPanelStrings.replyTo, { name: note.authorName ?? noteStrings.someone })}
          placeholder={taskPanelStrings.replyHere}
          value={words}
          members={project.members}
          onChange={type}
          onSend={send}
          onLeave={() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined)}
        />
      </div>
      {words.trim() !== '' && (
        <Button size="small" onClick={send}>
          {noteStrings.reply}
        </Button>
      )}
    </div>
  )
}
