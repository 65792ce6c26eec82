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
import styles from './NewTaskCard.module.css'

interface NewTaskCardProps {
  readonly project: ProjectDetails
  readonly draft: TaskDraft
  readonly onAdded?: () => void
  /** Opens the panel of the task that was just added. */
  readonly onOpen: (taskId: string) => void
  readonly onClose: () => void
}

/** Words of new tasks that were neither added nor discarded, by project, while the page is open. */
const unsaved = new Map<string, string>()

/** A new task, typed where it will be. */
export function NewTaskCard({ project: { id: projectId }, draft, onAdded, onOpen, onClose }: NewTaskCardProps) {
  const [title, setTitle] = useState(unsaved.get(projectId) ?? '')
  const [tried, setTried] = useState(false)
  const [opener] = useState(() => document.activeElement)
  const helpId = useId()
  const card = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  const type = (words: string) => {
    unsaved.set(projectId, words)
    setTitle(words)
  }
  const close = () => {
    onClose()
    if (opener instanceof HTMLElement) opener.focus()
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
      type('')
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
          {newTaskStrings.cancel}
        </Button>
      </span>
    </div>
  )
}
