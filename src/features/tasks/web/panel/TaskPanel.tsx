import { Check, CloudUpload, Ellipsis, Link, Trash2, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { notePolicy } from '#features/notes/notes.policy.ts'
import { sayCopied } from '#features/tracks/web/say-copied.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import OutgoingConflict from '#web/outbox/OutgoingConflict.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { taskStates } from '../../task-choices.ts'
import type { Task } from '../../tasks.contract.ts'
import { taskPolicy } from '../../tasks.policy.ts'
import { TaskChecklist } from '../dialog/TaskChecklist.tsx'
import type { TaskSounds } from '../dialog/task-sound.ts'
import { stateIcons } from '../list/task-looks.ts'
import { hasTempId, taskNumber } from '../task-number.ts'
import { taskStrings } from '../tasks.strings.ts'
import type { TaskActions } from '../use-task-actions.ts'
import { InlineText } from './InlineText.tsx'
import { TaskFields } from './TaskFields.tsx'
import { TaskHistory } from './TaskHistory.tsx'
import styles from './TaskPanel.module.css'
import { TaskQuote } from './TaskQuote.tsx'
import { taskPanelStrings } from './task-panel.strings.ts'
import { TaskReplies, TaskReplyField } from './TaskReplies.tsx'
import { useTaskNote } from './use-task-note.ts'
import { type TaskSaves, useTaskSaves } from './use-task-saves.ts'

export interface TaskPanelProps {
  readonly project: ProjectDetails
  readonly task: Task
  readonly sounds: TaskSounds
  readonly actions: Pick<TaskActions, 'remove'>
  /** Around it is a sheet, which has a button of its own. */
  readonly isInSheet?: boolean
  readonly onClose: () => void
}

/** A task, open beside its list: each field saves when it was changed. */
export default function TaskPanel({ project, task, sounds, actions, isInSheet = false, onClose }: TaskPanelProps) {
  const saves = useTaskSaves(task)
  const mayEdit = allows(project, taskPolicy['task.edit'])
  const save = mayEdit ? saves.save : undefined
  const read = useTaskNote(project, task)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Unsaved words that an earlier visit left are a field already.
    if (panel.current?.contains(document.activeElement)) return
    // No field: on a phone its keyboard would cover the rest.
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current
    first?.focus({ preventScroll: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const isTyped = event.target instanceof Element && event.target.matches('input:not([type=checkbox]), textarea')
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isTyped) {
      if (!saves.undo) return
      event.preventDefault()
      saves.undo()
    }
  }
  return (
    // Catches the keys of its fields.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={panel} tabIndex={-1} data-task-panel className={styles.panel} onKeyDown={onKeyDown}>
      <PanelHead {...{ project, task, saves, isInSheet, onClose }}>
        {mayEdit && (
          <Menu
            align="end"
            entries={[
              {
                kind: 'action',
                label: taskStrings.remove,
                icon: Trash2,
                tone: 'danger',
                onSelect: () => {
                  onClose()
                  actions.remove(task)
                },
              },
            ]}
          >
            <IconButton
              icon={Ellipsis}
              size="small"
              label={text(taskStrings.menu, { number: taskNumber(project.taskPrefix, task) })}
            />
          </Menu>
        )}
      </PanelHead>
      <div className={styles.body}>
        <PanelWords task={task} save={save} />
        {saves.conflicts.map((one) => (
          <OutgoingConflict
            key={one.key}
            outgoing={one}
            names={{ title: taskStrings.title, description: taskStrings.description, part: taskPanelStrings.part }}
          />
        ))}
        <StateChoice task={task} save={save} />
        <TaskFields project={project} task={task} save={save} />
        <TaskQuote project={project} task={task} sounds={sounds} whole={read.note} />
        {read.note && <TaskReplies project={project} note={read.note} unsent={read.unsent} />}
        {read.error && (
          <ErrorView error={read.error} retrying={read.isFetching} onRetry={read.refetch}>
            {text(taskPanelStrings.repliesFailed, { reason: reasonOf(read.error) })}
          </ErrorView>
        )}
        {!hasTempId(task) && <TaskChecklist task={task} mayEdit={mayEdit} />}
        {!hasTempId(task) && <TaskHistory project={project} task={task} />}
      </div>
      {read.note && allows(project, notePolicy['note.add']) && <TaskReplyField project={project} note={read.note} />}
    </div>
  )
}

interface PanelHeadProps extends Pick<TaskPanelProps, 'project' | 'task' | 'onClose' | 'isInSheet'> {
  readonly saves: TaskSaves
  readonly children: ReactNode
}

function PanelHead({ project, task, saves, isInSheet, onClose, children }: PanelHeadProps) {
  const number = taskNumber(project.taskPrefix, task)
  const link = `/?${new URLSearchParams({ projectId: project.id, tab: 'tasks', task: task.id })}`
  return (
    <header className={styles.head} data-in-sheet={isInSheet}>
      <h2 className={styles.number}>{number}</h2>
      <SaveSign saves={saves} />
      <span className={styles.gap} />
      {!hasTempId(task) && (
        <IconButton
          icon={Link}
          size="small"
          label={taskPanelStrings.copyLink}
          onClick={() => void sayCopied(window.location.origin + link, text(taskPanelStrings.linkCopied, { number }))}
        />
      )}
      {children}
      {isInSheet !== true && (
        <IconButton icon={X} size="small" label={taskPanelStrings.close} keys="Escape" onClick={onClose} />
      )}
    </header>
  )
}

/** Whether the last change is on the server, and the way back from it. */
function SaveSign({ saves: { state, undo, again } }: { readonly saves: TaskSaves }) {
  return (
    <>
      <output className={styles.saved} data-refused={state === 'refused'}>
        {state === 'saved' && <Icon of={Check} size={12} />}
        {state === 'waits' && <Icon of={CloudUpload} size={12} />}
        {state === 'refused' && <Icon of={TriangleAlert} size={12} />}
        {state !== 'untouched' && taskPanelStrings[state]}
      </output>
      {again && (
        <Button size="small" onClick={again}>
          {taskPanelStrings.again}
        </Button>
      )}
      {undo && state !== 'refused' && (
        <Button size="small" tone="quiet" onClick={undo}>
          {taskPanelStrings.undo}
        </Button>
      )}
    </>
  )
}

interface PanelFieldProps {
  readonly task: Task
  /** Undefined for people who may only read. */
  readonly save: TaskSaves['save'] | undefined
}

function PanelWords({ task: { id, title, description }, save }: PanelFieldProps) {
  return (
    <div className={styles.words}>
      <InlineText
        label={taskStrings.title}
        buttonLabel={text(taskPanelStrings.editTitle, { title })}
        value={title}
        most={200}
        look="title"
        draftPlace={`task-title.${id}`}
        judge={(typed) => (typed === '' ? taskStrings.titleMissing : undefined)}
        onSave={save && ((typed, seen) => save({ title: typed }, { seen: { title: seen } }))}
        data-autofocus
      />
      {(save !== undefined || description !== '') && (
        <InlineText
          label={taskStrings.description}
          buttonLabel={
            description === ''
              ? taskPanelStrings.addDescription
              : text(taskPanelStrings.editDescription, { words: description })
          }
          value={description}
          shown={description || taskPanelStrings.addDescription}
          most={20_000}
          isLong
          draftPlace={`task-description.${id}`}
          help={taskPanelStrings.saveLongWords}
          onSave={save && ((typed, seen) => save({ description: typed }, { seen: { description: seen } }))}
        />
      )}
    </div>
  )
}

/** Buttons instead of radio buttons: arrow keys would pass through the states between, and tell people of each. */
function StateChoice({ task, save }: PanelFieldProps) {
  return (
    <div role="group" aria-label={taskStrings.state} className={styles.states}>
      {taskStates.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={task.state === state}
          disabled={!save && task.state !== state}
          className={styles.state}
          onClick={() => save?.({ state })}
        >
          {task.state === state && <Icon of={stateIcons[state]} size={14} className={styles[state]} />}
          {taskPanelStrings.states[state]}
        </button>
      ))}
    </div>
  )
}
