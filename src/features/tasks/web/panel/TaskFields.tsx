import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { markMost, noteParts } from '#features/notes/note-marks.ts'
import { noteStrings } from '#features/notes/web/notes.strings.ts'
import { personOf } from '#features/tracks/web/people-names.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { locale } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { isTaskPriority, taskPriorities } from '../../task-choices.ts'
import type { Task } from '../../tasks.contract.ts'
import { PrioritySign } from '../list/TaskSigns.tsx'
import { isOverdue } from '#web/i18n/due-day.ts'
import { isDone } from '../../task-order.ts'
import { taskStrings } from '../tasks.strings.ts'
import { InlineText } from './InlineText.tsx'
import styles from './TaskFields.module.css'
import { taskPanelStrings } from './task-panel.strings.ts'
import { parseRange, rangeText } from './task-range-text.ts'
import type { TaskEdit, TaskSaves } from './use-task-saves.ts'

interface TaskFieldsProps {
  readonly project: ProjectDetails
  readonly task: Task
  /** Undefined for people who may only read. */
  readonly save: TaskSaves['save'] | undefined
}

/** A task's facts, each a field once it is pressed. */
export function TaskFields({ project, task, save }: TaskFieldsProps) {
  const person = personOf(project.members, task.assigneeId)
  const track = project.tracks.find(({ id }) => id === task.trackId)
  return (
    <dl className={styles.fields}>
      <Row label={taskPanelStrings.person}>
        <Choice
          label={taskPanelStrings.person}
          value={task.assigneeId ?? ''}
          options={[
            { value: '', label: taskStrings.nobody },
            ...project.members.map((one) => ({ value: one.person.id, label: one.person.name })),
          ]}
          onChoose={save && ((id) => save({ assigneeId: id || null }))}
        >
          {person && <Avatar person={person} size="small" decorative />}
          <span className={styles.cut}>
            {person?.name ?? (task.assigneeId === null ? taskStrings.nobody : taskStrings.someone)}
          </span>
        </Choice>
      </Row>
      {(save !== undefined || task.part !== null) && (
        <Row label={taskPanelStrings.part}>
          <PartField part={task.part} save={save} />
        </Row>
      )}
      <Row label={taskStrings.priority}>
        <Choice
          label={taskStrings.priority}
          value={task.priority}
          options={taskPriorities.toReversed().map((value) => ({ value, label: taskStrings.priorities[value] }))}
          onChoose={save && ((priority) => isTaskPriority(priority) && save({ priority }))}
        >
          <PrioritySign priority={task.priority} />
          <span aria-hidden>{taskStrings.priorities[task.priority]}</span>
        </Choice>
      </Row>
      <Row label={taskStrings.dueOn}>
        <DueField task={task} save={save} />
      </Row>
      <Row label={taskStrings.track}>
        <Choice
          label={taskStrings.track}
          value={task.trackId ?? ''}
          options={[
            { value: '', label: taskStrings.noTrack },
            ...project.tracks.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          // A range belongs to a track.
          onChoose={
            save && ((id) => save(id ? { trackId: id } : { trackId: null, fromSeconds: null, toSeconds: null }))
          }
        >
          <span className={styles.cut}>{track?.title ?? taskStrings.noTrack}</span>
        </Choice>
      </Row>
      {task.trackId !== null && (save !== undefined || task.fromSeconds !== null) && (
        <Row label={taskPanelStrings.time}>
          <TimeField task={task} save={save} />
        </Row>
      )}
    </dl>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: ((value: string) => void) | undefined
  /** Types a value that is not offered. */
  readonly onOwn?: () => void
  readonly children: ReactNode
}

/** One of several values; a press offers the others. */
function Choice({ label, value, options, onChoose, onOwn, children }: ChoiceProps) {
  if (!onChoose) return <span className={styles.value}>{children}</span>
  const now = options.find((option) => option.value === value)?.label ?? taskPanelStrings.none
  return (
    <Menu
      entries={[
        { kind: 'choice', value, options, onValueChange: (next) => next !== value && onChoose(next) },
        onOwn && { kind: 'separator' },
        onOwn && { kind: 'action', label: noteStrings.ownMark, onSelect: onOwn },
      ]}
    >
      <button
        type="button"
        className={styles.choice}
        aria-label={text(taskPanelStrings.fieldIs, { field: label, value: now })}
      >
        {children}
        <Icon of={ChevronDown} size={14} className={styles.arrow} />
      </button>
    </Menu>
  )
}

function PartField({ part, save }: Pick<Task, 'part'> & Pick<TaskFieldsProps, 'save'>) {
  const [isNaming, setNaming] = useState(false)
  /** As it was when its naming began. */
  const [seen, setSeen] = useState(part)
  if (isNaming && save) {
    const take = (typed: string) => {
      if (typed.trim() !== '') save({ part: typed.trim() }, { seen: { part: seen } })
      setNaming(false)
    }
    return (
      <input
        // The entry that was pressed asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={taskPanelStrings.part}
        defaultValue={part ?? ''}
        maxLength={markMost}
        className={styles.date}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') take(event.currentTarget.value)
          else setNaming(false)
        }}
      />
    )
  }
  return (
    <Choice
      label={taskPanelStrings.part}
      value={part ?? ''}
      options={[
        { value: '', label: taskPanelStrings.none },
        ...[...new Set([...noteParts, ...(part === null ? [] : [part])])].map((one) => ({ value: one, label: one })),
      ]}
      onChoose={save && ((next) => save({ part: next || null }))}
      onOwn={() => {
        setSeen(part)
        setNaming(true)
      }}
    >
      {part === null ? taskPanelStrings.none : <Chip>{part}</Chip>}
    </Choice>
  )
}

const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'short', timeZone: 'UTC' })

function DueField({ task: { dueOn, state }, save }: Pick<TaskFieldsProps, 'task' | 'save'>) {
  const [isEditing, setEditing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Every digit that is typed makes another date. */
  const hasPut = useRef(false)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
    if (!isEditing) return
    hasPut.current = false
    field.current?.focus()
    try {
      field.current?.showPicker()
    } catch {
      // A browser without a picker, or one that wants a press of its own: it is typed.
    }
  }, [isEditing])
  const put = (value: string) => {
    save?.({ dueOn: value || null }, { continues: hasPut.current })
    hasPut.current = true
  }
  const shown = dueOn === null ? taskPanelStrings.none : day.format(Date.parse(dueOn))
  const look = dueOn !== null && isOverdue(dueOn) && !isDone({ state }) ? styles.late : undefined
  if (!save) return <span className={`${styles.value} ${look}`}>{shown}</span>
  return (
    <span className={styles.pair}>
      {isEditing ? (
        <input
          ref={field}
          type="date"
          aria-label={taskStrings.dueOn}
          defaultValue={dueOn ?? ''}
          className={styles.date}
          onChange={({ currentTarget: { value } }) => isWholeYear(value) && put(value)}
          onBlur={({ currentTarget: { value } }) => {
            if (value === '') put(value)
            setEditing(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            setEditing(false)
          }}
        />
      ) : (
        <button
          ref={button}
          type="button"
          className={styles.choice}
          aria-label={text(taskPanelStrings.fieldIs, { field: taskStrings.dueOn, value: shown })}
          onClick={() => setEditing(true)}
        >
          <span className={look}>{shown}</span>
        </button>
      )}
      {dueOn !== null && (
        <IconButton
          icon={X}
          size="small"
          label={taskPanelStrings.noDue}
          // Leaving the field would move the button from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setEditing(false)
            save({ dueOn: null })
          }}
        />
      )}
    </span>
  )
}

/** While a year is typed, browsers tell of the year 2. */
function isWholeYear(value: string): boolean {
  return value >= '1900'
}

function TimeField({ task, save }: Pick<TaskFieldsProps, 'task' | 'save'>) {
  const { trackId, fromSeconds, toSeconds } = task
  const shown = rangeText(fromSeconds, toSeconds)
  return (
    <span className={styles.pair}>
      <InlineText
        label={taskPanelStrings.time}
        buttonLabel={text(taskPanelStrings.fieldIs, {
          field: taskPanelStrings.time,
          value: shown || taskPanelStrings.none,
        })}
        value={shown}
        shown={shown || taskPanelStrings.none}
        look="value"
        help={taskPanelStrings.timeHelp}
        judge={(typed) => {
          const range = parseRange(typed)
          return typeof range === 'string' ? taskStrings[range] : undefined
        }}
        onSave={
          save &&
          ((typed) => {
            const range = parseRange(typed)
            if (typeof range !== 'string') save(range)
          })
        }
      />
      {save && trackId !== null && <TakePosition trackId={trackId} onTake={(at) => save(movedTo(task, at))} />}
    </span>
  )
}

/** A start after the end leaves no range. */
function movedTo({ toSeconds }: Task, fromSeconds: number): TaskEdit {
  return { fromSeconds, toSeconds: toSeconds !== null && toSeconds > fromSeconds ? toSeconds : null }
}

/** Begins at the playhead, if this track is in the player. */
function TakePosition({ trackId, onTake }: { readonly trackId: string; readonly onTake: (at: number) => void }) {
  const { heard, player } = listening.state()
  if (!player || heard?.trackId !== trackId) return null
  return (
    <button type="button" className={styles.take} onClick={() => onTake(listening.position())}>
      {taskPanelStrings.takePlayhead}
    </button>
  )
}
