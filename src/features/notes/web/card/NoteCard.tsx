import { Check, CheckCheck, CornerDownRight, Ellipsis, Reply, SquarePlus, Undo2 } from 'lucide-react'
import { memo, useCallback, useEffect, useRef } from 'react'
import { text } from '#web/i18n/text.ts'
import { tempId } from '#web/outbox/outbox-store.ts'
import { UnsentSign } from '#web/outbox/UnsentSign.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { authorToken } from '#web/ui/mark/author-colour.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { StateChip } from '#web/ui/mark/StateChip.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import type { PlacedNote } from '../../note-order.ts'
import { authorOf } from './note-author.ts'
import { noteEntries } from './note-entries.ts'
import { NoteFiles } from './NoteFiles.tsx'
import { NoteReactions } from './NoteReactions.tsx'
import { NoteMarksRow } from './NoteMarksRow.tsx'
import { EditSaid, NoteReplies } from './NoteReplies.tsx'
import { NoteTaskChip } from './NoteTaskChip.tsx'
import { noteLater } from '../notes.client.ts'
import { noteStrings } from '../notes.strings.ts'
import { NoteText } from './NoteText.tsx'
import { NoteWriter } from '../composer/NoteWriter.tsx'
import type { NotesModel } from '../use-notes-model.ts'
import { useShown } from './use-shown.ts'
import { useWriting, type Writing } from './reply-drafts.ts'
import styles from './NoteCard.module.css'

interface NoteCardProps {
  readonly note: PlacedNote
  readonly desk: NotesModel
}

interface NoteRowProps extends NoteCardProps {
  /** By which the list knows it. */
  readonly rowKey: string
  /** Of the whole list, of which only a part is in the page. */
  readonly index: number
  readonly count: number
  /** The music is at it, in a list that goes along. */
  readonly isNow: boolean
}

/** One note with its thread. Pressing it goes there; what can be done stands on the chosen one only. */
export const NoteCard = memo(function NoteCard({ note, desk, rowKey, index, count, isNow }: NoteRowProps) {
  const card = useRef<HTMLLIElement>(null)
  const { writings } = desk
  const edit = useWriting(writings, 'edit', note.id)
  const reply = useWriting(writings, 'reply', note.id)
  const author = authorOf(note, desk.project.members)
  const isChosen = desk.chosen?.id === note.id
  const isUnread = desk.seen.isUnread(note)
  const { onShown } = desk.seen
  const seeIt = useCallback(() => onShown(note), [onShown, note])
  const choose = () => isChosen || desk.choose(note)
  const answer = () => writings.begin('reply', note.id)
  const entries = noteEntries(desk, note, {
    onEdit: () => writings.begin('edit', note.id, note.body),
    onReply: () => {
      choose()
      answer()
    },
  })

  useEffect(() => {
    if (isChosen || isNow) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen, isNow])
  useShown(card, isUnread ? seeIt : undefined)

  return (
    <ContextMenu entries={entries}>
      {/* For pointers; by keys the time does the same, and N and P. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-noninteractive-element-interactions */}
      <li
        ref={card}
        aria-posinset={index}
        aria-setsize={count}
        data-note={note.id}
        data-row={rowKey}
        data-now={isNow || undefined}
        className={styles.card}
        data-chosen={isChosen}
        style={{ '--a': authorToken(author.colour) } as React.CSSProperties}
        onClick={({ target }) => isPlain(target) && choose()}
      >
        <Avatar person={author} decorative />
        <div className={styles.words}>
          <span className={styles.head}>
            <span className={styles.name}>
              {author.name}
              {author.guest && <span className={styles.guest}> {noteStrings.guest}</span>}
            </span>
            {isUnread && (
              <span className={styles.unread}>
                <VisuallyHidden>{noteStrings.isUnread}</VisuallyHidden>
              </span>
            )}
            <span className={styles.when}>
              <RelativeTime at={note.createdAt} short />
              {note.editedAt !== null && `, ${noteStrings.edited}`}
            </span>
            {desk.unsent.has(note.id) && <UnsentSign />}
          </span>
          <NoteFacts note={note} desk={desk} />
          {edit ? <EditSaid said={note} desk={desk} writing={edit} /> : note.body !== '' && <NoteText said={note} />}
          <NoteFiles said={note} projectId={desk.project.id} />
          <NoteMarksRow note={note} desk={desk} />
          <NoteReactions said={note} desk={desk} withMore={isChosen} />
          <NoteReplies replies={note.replies} desk={desk} isOpen={isChosen} />
          {reply ? (
            <ReplyWriter note={note} desk={desk} name={author.name} writing={reply} />
          ) : (
            isChosen && (
              <span className={styles.actions}>
                <NoteButtons note={note} desk={desk} onReply={answer} />
                <Menu entries={entries} align="end">
                  <IconButton
                    icon={Ellipsis}
                    size="small"
                    className={styles.more}
                    label={text(noteStrings.menu, { name: author.name })}
                  />
                </Menu>
              </span>
            )
          )}
        </div>
      </li>
    </ContextMenu>
  )
})

const carriedWords = {
  aligned: noteStrings.fromAligned,
  'same-time': noteStrings.fromSameTime,
  unsure: noteStrings.fromUnsure,
} as const

/** Where it stands, what has become of it, and where it came from. */
function NoteFacts({ note, desk }: NoteCardProps) {
  const { place, state, fixedIn, version } = note
  const task = desk.taskOf(note.id)
  return (
    <span className={styles.facts}>
      <TimeButton
        at={place.fromSeconds}
        {...(place.toSeconds !== null && { until: place.toSeconds })}
        onSelect={() => desk.choose(note, { play: true })}
      />
      {state === 'fixed' && fixedIn ? (
        <StateChip state="fixed">{text(noteStrings.fixedIn, { number: fixedIn.number })}</StateChip>
      ) : (
        <StateChip state={state} />
      )}
      {place.by !== 'own' && (
        <span title={text(carriedWords[place.by], { number: version.number })}>
          <Chip icon={CornerDownRight}>
            {text(place.by === 'unsure' ? noteStrings.fromUnsurely : noteStrings.from, { number: version.number })}
          </Chip>
        </span>
      )}
      {task !== undefined && <NoteTaskChip task={task} />}
    </span>
  )
}

/** The next step first; the rest is behind ⋯. */
function NoteButtons({
  note,
  desk: { actions, mayWrite, onMakeTask, taskOf },
  onReply,
}: NoteCardProps & { readonly onReply: () => void }) {
  const may = (state: 'fixed' | 'verified' | 'open') => note.nextStates.includes(state)
  return (
    <>
      {may('fixed') && (
        <Button size="small" icon={Check} onClick={() => actions.fix(note)}>
          {noteStrings.fix}
        </Button>
      )}
      {may('verified') && (
        <Button size="small" icon={CheckCheck} onClick={() => actions.verify(note)}>
          {noteStrings.verify}
        </Button>
      )}
      {may('open') && (
        <Button size="small" tone="quiet" icon={Undo2} onClick={() => actions.reopen(note)}>
          {noteStrings.reopen}
        </Button>
      )}
      {note.state === 'open' && onMakeTask && taskOf(note.id) === undefined && (
        <Button size="small" tone="quiet" icon={SquarePlus} onClick={() => onMakeTask(note)}>
          {noteStrings.makeTask}
        </Button>
      )}
      {mayWrite && (
        <Button size="small" tone="quiet" icon={Reply} onClick={onReply}>
          {noteStrings.reply}
        </Button>
      )}
    </>
  )
}

function ReplyWriter({
  note,
  desk: { project, writings },
  name,
  writing,
}: NoteCardProps & { readonly name: string; readonly writing: Writing }) {
  return (
    <NoteWriter
      writing={writing}
      onChange={(what) => writings.change('reply', note.id, what)}
      withFiles
      label={text(noteStrings.replyPlaceholder, { name })}
      placeholder={text(noteStrings.replyPlaceholder, { name })}
      sendLabel={noteStrings.send}
      members={project.members}
      onDone={() => writings.end('reply', note.id)}
      carryOut={(body, attachments) =>
        noteLater(
          'POST /api/projects/:projectId/notes/:noteId/replies',
          {
            params: { projectId: project.id, noteId: note.id },
            body: { body, attachmentIds: attachments.map(({ id }) => id) },
          },
          { words: body, makes: tempId(), also: { attachments } },
        )
      }
    />
  )
}

/** Not a control inside the card, and not the end of marking text. */
function isPlain(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, textarea, [role="menu"], [role="slider"], [role="dialog"]') === null &&
    (window.getSelection()?.isCollapsed ?? true)
  )
}
