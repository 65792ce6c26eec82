import { Check, CheckCheck, CornerDownRight, Scissors, Ellipsis, Reply, SquarePlus, Undo2 } from 'lucide-react'
import { memo, useCallback, useEffect, useRef } from 'react'
import { text } from '#web/i18n/text.ts'
import { tempId } from '#web/outbox/outbox-store.ts'
import { UnsentSign } from '#web/outbox/UnsentSign.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { authorToken } from '#web/ui/mark/author-colour.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { announce } from '#web/ui/overlay/announce.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { StateChip } from '#web/ui/mark/StateChip.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import type { PlacedNote } from '../../note-order.ts'
import { authorOf } from './note-author.ts'
import { noteEntries } from './note-entries.ts'
import { SaidConflict } from './SaidConflict.tsx'
import { SaidFiles } from './SaidFiles.tsx'
import { NoteReactions } from './NoteReactions.tsx'
import { NoteMarksRow } from './NoteMarksRow.tsx'
import { EditSaid, NoteReplies } from './NoteReplies.tsx'
import { NoteTaskChip } from './NoteTaskChip.tsx'
import { noteLater } from '../notes.client.ts'
import { carriedHint, carriedLabel } from './carried-words.ts'
import { noteStrings } from '../notes.strings.ts'
import { NoteText } from './NoteText.tsx'
import { NoteWriter } from '../composer/NoteWriter.tsx'
import type { NotesModel } from '../use-notes-model.ts'
import { useShown } from './use-shown.ts'
import { useWriting, type Writing } from './reply-drafts.ts'
import styles from './NoteCard.module.css'

interface NoteCardProps {
  readonly note: PlacedNote
  readonly model: NotesModel
}

interface NoteRowProps extends NoteCardProps {
  /** The list's key of this row. */
  readonly rowKey: string
  /** Index in the whole list, of which only a part is rendered. */
  readonly index: number
  readonly count: number
  /** The note at the playhead, in a list that follows playback. */
  readonly isNow: boolean
}

/** One note with its thread. A press seeks to it; actions show only on the selected one. */
export const NoteCard = memo(function NoteCard({ note, model, rowKey, index, count, isNow }: NoteRowProps) {
  const card = useRef<HTMLLIElement>(null)
  const { writings } = model
  const edit = useWriting(writings, 'edit', note.id)
  const reply = useWriting(writings, 'reply', note.id)
  const author = authorOf(note, model.project.members)
  const isChosen = model.chosen?.id === note.id
  const isGuest = model.guestName !== undefined
  const isOwn = isGuest && note.authorId === model.myId
  const isUnread = !isGuest && model.seen.isUnread(note)
  const { onShown } = model.seen
  const seeIt = useCallback(() => onShown(note), [onShown, note])
  const choose = () => isChosen || model.choose(note)
  const answer = () => writings.begin('reply', note.id)
  const entries = noteEntries(model, note, {
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
      {/* For pointers only; the time button and the keys N and P do the same. */}
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
          <span className={classNames(styles.head, isGuest && styles.wraps)}>
            <span className={styles.name}>
              {isOwn ? noteStrings.you : author.name}
              {author.guest && !isOwn && <span className={styles.guest}> {noteStrings.guest}</span>}
            </span>
            {isGuest && (
              <TimeButton
                brief
                at={note.place.fromSeconds}
                {...(note.place.toSeconds !== null && { until: note.place.toSeconds })}
                onSelect={() => model.choose(note, { play: true })}
              />
            )}
            {isGuest && note.state !== 'open' && (
              <span className={styles.done}>
                <Icon of={Check} size={12} />
                {noteStrings.done}
              </span>
            )}
            {isUnread && (
              <span className={styles.unread}>
                <VisuallyHidden>{noteStrings.isUnread}</VisuallyHidden>
              </span>
            )}
            <span className={styles.when}>
              <RelativeTime at={note.createdAt} short />
              {note.editedAt !== null && `, ${noteStrings.edited}`}
            </span>
            {model.unsent.has(note.id) && <UnsentSign />}
          </span>
          {!isGuest && <NoteFacts note={note} model={model} />}
          {edit ? <EditSaid said={note} model={model} writing={edit} /> : note.body !== '' && <NoteText said={note} />}
          <SaidConflict noteId={note.id} />
          <SaidFiles said={note} projectId={model.project.id} />
          <NoteMarksRow note={note} model={model} />
          <NoteReactions said={note} model={model} withMore={isChosen} />
          <NoteReplies replies={note.replies} model={model} isOpen={isChosen} />
          {reply ? (
            <ReplyWriter note={note} model={model} name={author.name} writing={reply} />
          ) : (
            isChosen && (
              <span className={styles.actions}>
                <NoteButtons note={note} model={model} onReply={answer} />
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

/** The note's position, its state, and the version it came from. */
function NoteFacts({ note, model }: NoteCardProps) {
  const { place, state, fixedIn, version } = note
  const task = model.taskOf(note.id)
  return (
    <span className={styles.facts}>
      <TimeButton
        at={place.fromSeconds}
        {...(place.toSeconds !== null && { until: place.toSeconds })}
        onSelect={() => model.choose(note, { play: true })}
      />
      {state === 'fixed' && fixedIn ? (
        <StateChip state="fixed">{text(noteStrings.fixedIn, { number: fixedIn.number })}</StateChip>
      ) : (
        <StateChip state={state} />
      )}
      {place.by !== 'own' && (
        <span title={carriedHint(place, version.number)}>
          <Chip icon={place.by === 'cut' ? Scissors : CornerDownRight}>{carriedLabel(place, version.number)}</Chip>
        </span>
      )}
      {task !== undefined && <NoteTaskChip task={task} />}
    </span>
  )
}

/** The most likely next step; the others are in the ⋯ menu. */
function NoteButtons({
  note,
  model: { actions, mayWrite, onMakeTask, taskOf },
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
  model: { project, writings },
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
      carryOut={async (body, attachments) => {
        await noteLater(
          'POST /api/projects/:projectId/notes/:noteId/replies',
          {
            params: { projectId: project.id, noteId: note.id },
            body: { body, attachmentIds: attachments.map(({ id }) => id) },
          },
          { words: body, makes: tempId(), also: { attachments } },
        )
        announce(navigator.onLine ? noteStrings.sentReply : noteStrings.sentReplyLater)
      }}
    />
  )
}

/** Not a control inside the card, and not the end of a text selection. */
function isPlain(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, textarea, [role="menu"], [role="slider"], [role="dialog"]') === null &&
    (window.getSelection()?.isCollapsed ?? true)
  )
}
