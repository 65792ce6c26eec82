import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { tempId } from '#web/outbox/outbox-store.ts'
import { Button } from '#web/ui/Button.tsx'
import { announce } from '#web/ui/overlay/announce.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { rangeText } from '../panel/task-range-text.ts'
import { taskLater } from '../tasks.client.ts'
import { taskStrings } from '../tasks.strings.ts'
import { newTaskStrings } from './new-task.strings.ts'
import type { TaskDraft } from './new-task.ts'
import { keepTaskDraft, readTaskDraft } from './task-draft-store.ts'
import styles from './NewTaskCard.module.css'

interface NewTaskCardProps {
  readonly project: ProjectDetails
  readonly draft: TaskDraft
  /** Beside this track's wave; otherwise with the project's tasks. */
  readonly besideTrackId?: string | undefined
  /** It was left open, and nobody has asked for it now: it does not take the focus. */
  readonly isReopened?: boolean
  readonly onAdded?: () => void
  /** Opens the panel of the task that was just added. */
  readonly onOpen: (taskId: string) => void
  readonly onClose: () => void
}

/** A new task, typed where it will be. Its words stay in this browser until they are added or discarded. */
export function NewTaskCard({ project, draft, besideTrackId, isReopened = false, ...told }: NewTaskCardProps) {
  const { onAdded, onOpen, onClose } = told
  const { id: projectId } = project
  const place = { project, trackId: besideTrackId }
  const [kept] = useState(() => readTaskDraft(place))
  const [title, setTitle] = useState(kept?.title ?? '')
  const [tried, setTried] = useState(false)
  const [opener] = useState(() => document.activeElement)
  const helpId = useId()
  const card = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [asksFocus] = useState(!isReopened)
  useEffect(() => {
    if (!asksFocus) return
    field.current?.focus({ preventScroll: true })
    // After words that were left.
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [asksFocus])
  const keep = (words: string, isOpen = true) => keepTaskDraft(place, { title: words, draft, isOpen })
  const type = (words: string) => {
    keep(words)
    setTitle(words)
  }
  const close = () => {
    onClose()
    if (asksFocus && opener instanceof HTMLElement) opener.focus()
  }
  const add = (): string | undefined => {
    const words = title.trim()
    setTried(words === '')
    if (words === '') {
      field.current?.focus()
      return undefined
    }
    const makes = tempId()
    void taskLater(
      'POST /api/projects/:projectId/tasks',
      { params: { projectId }, body: { ...draft, title: words } },
      { words, makes },
    ).catch((error: unknown) =>
      toast({ tone: 'error', text: text(taskStrings.saveFailed, { reason: reasonOf(error) }) }),
    )
    type('')
    return makes
  }
  const addNext = () => {
    const words = title.trim()
    if (add() === undefined) return
    announce(text(newTaskStrings.typeNext, { title: words }))
    onAdded?.()
    field.current?.focus({ preventScroll: true })
    requestAnimationFrame(() => card.current?.scrollIntoView({ block: 'nearest' }))
  }
  const addAndOpen = () => {
    const taskId = add()
    if (taskId !== undefined) onOpen(taskId)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      keep(title, false)
      if (title.trim() !== '') announce(newTaskStrings.kept)
      close()
    } else if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault()
      if (event.ctrlKey || event.metaKey) addAndOpen()
      else addNext()
    }
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    // The window may have lost the focus, which is no reason to go.
    if (!document.hasFocus() || currentTarget.contains(relatedTarget) || title.trim() !== '') return
    onClose()
  }
  const range = rangeText(draft.fromSeconds ?? null, draft.toSeconds ?? null)
  const isWrong = tried && title.trim() === ''
  return (
    // Catches the keys of its field and buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={card}
      role="group"
      aria-label={taskStrings.newTask}
      className={styles.card}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <textarea
        ref={field}
        rows={1}
        aria-label={taskStrings.title}
        aria-describedby={helpId}
        aria-invalid={isWrong}
        maxLength={200}
        placeholder={newTaskStrings.placeholder}
        value={title}
        className={styles.field}
        onChange={({ target }) => type(target.value.replaceAll('\n', ' '))}
      />
      {range !== '' && <span className={styles.range}>{range}</span>}
      <p id={helpId} className={isWrong ? styles.wrong : styles.help}>
        {isWrong ? taskStrings.titleMissing : newTaskStrings.help}
      </p>
      <span className={styles.foot}>
        <Button size="small" onClick={addNext}>
          {newTaskStrings.add}
        </Button>
        <Button size="small" tone="quiet" onClick={addAndOpen}>
          {newTaskStrings.addAndOpen}
        </Button>
        <span className={styles.gap} />
        <Button
          size="small"
          tone="quiet"
          onClick={() => {
            type('')
            close()
          }}
        >
          {title.trim() === '' ? newTaskStrings.cancel : newTaskStrings.discard}
        </Button>
      </span>
    </div>
  )
}
